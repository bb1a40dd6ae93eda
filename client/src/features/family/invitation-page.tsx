import { t } from "@lingui/core/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { getInvitationPicture, type OpenInvitation, openInvitation, takeInvitation } from "#shared/api/family.ts";
import { Logo } from "@/components/art/logo.tsx";
import { PetAvatar } from "@/components/art/pet-avatar.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { Skeleton } from "@/components/ui/loading.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { refreshAgents } from "@/domain/pets/agents.ts";
import { dropInvitation, heldInvitation, holdInvitation } from "@/domain/session/held-invitation.ts";
import { type SessionState, useSession } from "@/domain/session/session.ts";
import { ApiError, call, serverMessageOf } from "@/lib/api.ts";
import { headerTitle } from "@/lib/product.ts";
import { rightWords } from "./right-words.ts";

/** The token stands behind the `#` of the link, and leaves the address as soon as it was read. */
export function InvitationPage() {
  const [token] = useState(() => window.location.hash.slice(1) || (heldInvitation() ?? ""));
  const session = useSession();
  useEffect(() => {
    if (token === "") return;
    holdInvitation(token);
    window.history.replaceState(window.history.state, "", window.location.pathname);
  }, [token]);
  return (
    <div className="flex min-h-dvh flex-col px-4 pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)]">
      <header className="mx-auto flex w-full max-w-5xl items-center py-3">
        <Link href="/" className="flex min-h-11 min-w-0 items-center gap-2 rounded-control font-display font-semibold">
          <Logo size={36} className="shrink-0" />
          <span className="line-clamp-2 min-w-0">{headerTitle}</span>
        </Link>
      </header>
      <main className="m-auto w-full max-w-md py-6">
        <Card className="items-center text-center">
          {session.status === "loading" ? <Loading /> : <Invitation token={token} session={session} />}
        </Card>
      </main>
    </div>
  );
}

function Invitation({ token, session }: { token: string; session: SessionState }) {
  const userId = session.status === "authenticated" ? session.user.id : null;
  const link = useQuery({
    // The token itself would stay in the cache.
    queryKey: ["invitation", userId],
    queryFn: () => call(openInvitation, { body: { token } }),
    gcTime: 0,
  });
  if (link.isPending) return <Loading />;
  if (!link.isError) return <Offer offer={link.data} token={token} session={session} />;
  const isDead = link.error instanceof ApiError && link.error.code?.startsWith("invitation_") === true;
  return (
    <>
      <h1 className="text-3xl">{isDead ? t`This link leads nowhere` : t`That did not work`}</h1>
      <Notice tone="error" className="text-start">
        {serverMessageOf(link.error) ?? t`There is no connection just now.`}
      </Notice>
      {isDead ? (
        <Button asChild variant="outline">
          <Link href={userId === null ? "/" : "/app"} onClick={dropInvitation}>
            {t`Go to Home`}
          </Link>
        </Button>
      ) : (
        <Button onClick={() => void link.refetch()}>{t`Try again`}</Button>
      )}
    </>
  );
}

type OfferProps = { offer: OpenInvitation; token: string; session: SessionState };

function Offer({ offer, token, session }: OfferProps) {
  const { petName, species, hasPicture, greeting, right, already } = offer;
  return (
    <>
      <PetAvatar src={hasPicture ? getInvitationPicture.path : null} species={species} size="xl" />
      <h1 className="wrap-anywhere text-3xl">{titleOf(offer)}</h1>
      {already === null && (
        <>
          <p className="wrap-anywhere rounded-card bg-surface-sunken px-4 py-3">{`“${greeting}”`}</p>
          <p className="text-ink-muted">{t`You may ${{ rights: rightWords[right].may(petName) }}. Your chats are your own: nobody in the family sees them. A question that ${petName} can't answer is shown to its owner, with your first name.`}</p>
        </>
      )}
      {session.status === "authenticated" ? (
        <Take offer={offer} token={token} />
      ) : (
        <SignInOrUp offer={offer} isWaiting={session.status === "password-change-required"} />
      )}
    </>
  );
}

function titleOf({ already, petName, invitedBy }: OpenInvitation): string {
  if (already === "owner") return t`${petName} is your own pet`;
  if (already === "member") return t`You are in ${petName}'s family`;
  return t`${invitedBy} invites you to meet ${petName}`;
}

function Take({ offer: { agentId, petName, right, already }, token }: Omit<OfferProps, "session">) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const goTo = async (path: string) => {
    dropInvitation();
    await refreshAgents(client);
    navigate(`${path}/${agentId}`);
  };
  const take = useMutation({
    mutationFn: async (path: string) => {
      if (already === null) await call(takeInvitation, { body: { token } });
      return path;
    },
    onSuccess: goTo,
  });
  return (
    <>
      {already === "owner" && <p>{t`This link is for somebody else: send it to whom you want to invite.`}</p>}
      {take.isError && (
        <Notice tone="error" className="text-start">
          {serverMessageOf(take.error) ?? t`There is no connection just now. Please try again.`}
        </Notice>
      )}
      <Button size="lg" busy={take.isPending} onClick={() => take.mutate("/chat")}>{t`Talk with ${petName}`}</Button>
      {right === "contribute" && already !== "owner" && (
        <Button variant="outline" disabled={take.isPending} onClick={() => take.mutate("/family")}>
          {t`Add what you know of ${petName}`}
        </Button>
      )}
    </>
  );
}

function SignInOrUp({ offer: { maySignUp }, isWaiting }: { offer: OpenInvitation; isWaiting: boolean }) {
  if (isWaiting)
    return (
      <Button asChild size="lg">
        <Link href="/change-password">{t`Choose a password first`}</Link>
      </Button>
    );
  return (
    <div className="flex w-full flex-col gap-3">
      <Button asChild size="lg">
        <Link href={maySignUp ? "/register" : "/promo-code"}>{t`Sign Up`}</Link>
      </Button>
      <Button asChild size="lg" variant="outline">
        <Link href="/login">{t`I have an account`}</Link>
      </Button>
      {!maySignUp && <p className="text-ink-muted text-sm">{t`Signing up needs a promo code here.`}</p>}
    </div>
  );
}

const Loading = () => (
  <div aria-busy="true" className="flex w-full flex-col items-center gap-5">
    <Skeleton className="size-28 rounded-full" />
    <Skeleton className="h-9 w-4/5" />
    <Skeleton className="h-11 w-40 rounded-full" />
  </div>
);
