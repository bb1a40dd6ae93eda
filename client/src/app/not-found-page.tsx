import { Link } from "wouter";
import { LostPet } from "@/components/art/lost-pet.tsx";
import { Button } from "@/components/ui/button.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";

export function NotFoundPage({ home }: { home: "/" | "/app" }) {
  return (
    <EmptyState
      as="h1"
      art={<LostPet />}
      title="404 Page Not Found"
      action={
        <Button asChild>
          <Link href={home}>Go to Home</Link>
        </Button>
      }
    >
      Somebody sniffed all over the place and found nothing here.
    </EmptyState>
  );
}
