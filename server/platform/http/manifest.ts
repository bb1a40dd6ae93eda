/** What a browser needs to know to install the product as an app: the web app manifest. */
export function webManifest(productName: string) {
  const name = `Pet ${productName}`;
  return {
    id: "/app",
    name,
    short_name: name,
    description: "Make an agent that speaks as your pet, chat with it by text or voice, and hear it answer.",
    lang: "en",
    dir: "ltr",
    start_url: "/app",
    scope: "/",
    display: "standalone",
    // A manifest has one color for both themes: the light one. index.html and lib/theme.ts set that of the dark theme.
    background_color: "#fbf5ea",
    theme_color: "#fbf5ea",
    categories: ["lifestyle", "entertainment"],
    icons: [
      { src: "/favicon.svg", type: "image/svg+xml", sizes: "any", purpose: "any" },
      { src: "/icons/icon-192.png", type: "image/png", sizes: "192x192", purpose: "any" },
      { src: "/icons/icon-512.png", type: "image/png", sizes: "512x512", purpose: "any" },
      { src: "/icons/maskable-192.png", type: "image/png", sizes: "192x192", purpose: "maskable" },
      { src: "/icons/maskable-512.png", type: "image/png", sizes: "512x512", purpose: "maskable" },
    ],
    shortcuts: [
      { name: "Chat", url: "/app?tab=chat" },
      { name: "Chat History", url: "/app?tab=reporting" },
      { name: "Settings", url: "/app?tab=setup" },
    ],
  };
}
