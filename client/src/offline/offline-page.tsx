import { Logo } from "@/components/art/logo.tsx";
import { OfflinePicture } from "@/components/art/offline.tsx";

export function OfflinePage({ styles }: { styles: string }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="robots" content="noindex" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf5ea" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#211725" />
        <title>{"Offline - Pet {{product}}"}</title>
        <style>{styles}</style>
        <script src="/offline.js" />
      </head>
      <body>
        <main>
          <Logo className="logo">{"Pet {{product}}"}</Logo>
          <OfflinePicture className="art" />
          <h1>{"Pet {{product}} can't be reached"}</h1>
          <p>Your device is offline, or the server is. Nothing that was saved is lost.</p>
          <button type="button" className="button">
            Try again
          </button>
          <p className="hint">As soon as your device is online again, the page comes back by itself.</p>
        </main>
      </body>
    </html>
  );
}
