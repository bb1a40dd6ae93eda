import type { ReactNode } from "react";
import { Link } from "wouter";
import { Logo } from "@/components/art/logo.tsx";
import { Card, CardDescription, CardTitle } from "@/components/ui/card.tsx";
import { LanguageSwitch } from "@/components/ui/language-switch.tsx";
import { ThemeSwitch } from "@/components/ui/theme-switch.tsx";
import type { Elements } from "@/lib/elements.ts";
import { headerTitle } from "@/lib/product.ts";

interface AuthCardProps {
  title: string;
  subtitle?: ReactNode;
  art?: ReactNode;
  wide?: boolean;
  children: Elements;
}

export function AuthFrame(props: AuthCardProps) {
  return (
    <div className="flex min-h-dvh flex-col px-4 pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)]">
      <header className="mx-auto flex w-full max-w-5xl items-center justify-between gap-3 py-3 max-[16rem]:flex-wrap">
        <Link href="/" className="flex min-h-11 min-w-0 items-center gap-2 rounded-control font-display font-semibold">
          <Logo size={36} className="shrink-0 min-[20rem]:max-[24rem]:hidden" />
          <span className="line-clamp-2 min-w-0 max-[20rem]:sr-only max-sm:text-xs max-sm:leading-tight sm:line-clamp-1">
            {headerTitle}
          </span>
        </Link>
        <ThemeSwitch />
      </header>
      <main className="m-auto w-full py-6">
        <AuthCard {...props} />
      </main>
      <footer>
        <LanguageSwitch className="mx-auto pb-4" />
      </footer>
    </div>
  );
}

export function AuthCard({ title, subtitle, art, wide = false, children }: AuthCardProps) {
  return (
    <div className={`mx-auto w-full ${wide ? "max-w-2xl" : "max-w-md"}`}>
      {art && <div className="mx-auto -mb-3 w-40 [&>svg]:h-auto [&>svg]:w-full">{art}</div>}
      <Card>
        <div className="flex flex-col gap-1 text-center">
          <CardTitle as="h1" className="text-3xl">
            {title}
          </CardTitle>
          {subtitle && <CardDescription>{subtitle}</CardDescription>}
        </div>
        {children}
      </Card>
    </div>
  );
}
