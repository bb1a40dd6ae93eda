import { t } from "@lingui/core/macro";
import { House, KeyRound, type LucideIcon, Menu, MessageCircle, PawPrint, Settings, UserPlus, X } from "lucide-react";
import { useRef } from "react";
import { Link } from "wouter";
import { Logo } from "@/components/art/logo.tsx";
import { Button } from "@/components/ui/button.tsx";
import { LanguageSwitch } from "@/components/ui/language-switch.tsx";
import { ThemeSwitch } from "@/components/ui/theme-switch.tsx";
import { headerTitle } from "@/lib/product.ts";

interface Entry {
  label: string;
  href: string;
  icon: LucideIcon;
}

const sections: readonly Entry[] = [
  { label: t`Home`, href: "#home", icon: House },
  { label: t`Features`, href: "#features", icon: PawPrint },
];
const forVisitors: readonly Entry[] = [
  { label: t`Sign Up`, href: "/promo-code", icon: UserPlus },
  { label: t`Sign In`, href: "/login", icon: KeyRound },
];
const forAccounts: readonly Entry[] = [
  { label: t`Chat`, href: "/app?tab=chat", icon: MessageCircle },
  { label: t`My Pet`, href: "/app?tab=setup", icon: Settings },
];

/** `signedIn`: the first name of whoever is signed in. */
export function LandingNavigation({ signedIn }: { signedIn: string | null }) {
  const menu = useRef<HTMLDialogElement>(null);
  const close = () => menu.current?.close();
  return (
    <>
      <header className="fixed inset-x-0 top-0 z-40 flex h-16 items-center gap-2 border-line border-b bg-surface/95 px-3 backdrop-blur md:hidden">
        <Button variant="ghost" size="icon" aria-label={t`Open menu`} onClick={() => menu.current?.showModal()}>
          <Menu aria-hidden="true" />
        </Button>
        <Brand />
      </header>
      <aside className="fixed inset-y-0 start-0 z-40 hidden w-60 flex-col gap-6 border-line border-e bg-surface-raised p-4 md:flex">
        <Brand />
        <Links signedIn={signedIn} />
        <Choices />
      </aside>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog already */}
      <dialog
        ref={menu}
        aria-label={t`Menu`}
        // A click outside the panel lands on the dialog itself.
        onClick={(event) => event.target === menu.current && close()}
        className="m-0 h-dvh max-h-none w-72 max-w-[85vw] animate-from-start bg-surface-raised p-0 text-ink backdrop:bg-scrim"
      >
        <div className="flex h-full flex-col gap-2 p-4 pt-[calc(env(safe-area-inset-top)+1rem)]">
          <Button variant="ghost" size="icon" aria-label={t`Close menu`} className="self-end" onClick={close}>
            <X aria-hidden="true" />
          </Button>
          <Links signedIn={signedIn} onFollow={close} />
          <Choices />
        </div>
      </dialog>
    </>
  );
}

const Choices = () => (
  <div className="mt-auto flex flex-col items-start gap-3">
    <LanguageSwitch />
    <ThemeSwitch />
  </div>
);

function Brand() {
  return (
    <Link
      href="/"
      className="flex min-h-11 min-w-0 items-center gap-2 rounded-control font-display font-semibold leading-tight"
    >
      <Logo size={36} className="shrink-0" />
      <span className="min-w-0 max-[16rem]:sr-only max-md:line-clamp-2 max-sm:text-sm max-sm:leading-tight">
        {headerTitle}
      </span>
    </Link>
  );
}

function Links({ signedIn, onFollow }: { signedIn: string | null; onFollow?: () => void }) {
  const entries = [...sections, ...(signedIn === null ? forVisitors : forAccounts)];
  return (
    <nav aria-label={t`Main`} className="flex flex-col gap-1">
      {entries.map((entry) => (
        <NavLink key={entry.label} {...entry} {...(onFollow === undefined ? {} : { onFollow })} />
      ))}
      {signedIn !== null && (
        <p className="wrap-anywhere px-4 pt-3 text-ink-muted text-sm">{t`Signed in as ${signedIn}`}</p>
      )}
    </nav>
  );
}

function NavLink({ label, href, icon: Icon, onFollow }: Entry & { onFollow?: () => void }) {
  const look = "flex min-h-11 items-center gap-2.5 rounded-full px-4 font-bold hover:bg-surface-sunken";
  const content = (
    <>
      <Icon aria-hidden="true" className="size-5" />
      <span>{label}</span>
    </>
  );
  return href.startsWith("#") ? (
    <a href={href} onClick={onFollow} className={look}>
      {content}
    </a>
  ) : (
    <Link href={href} onClick={onFollow} className={look}>
      {content}
    </Link>
  );
}
