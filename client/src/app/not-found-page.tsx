import { Link } from "wouter";
import { LostPet } from "@/components/art/lost-pet.tsx";
import { Button } from "@/components/ui/button.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";

export function NotFoundPage() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        as="h1"
        art={<LostPet />}
        title="404 Page Not Found"
        action={
          <Button asChild>
            <Link href="/">Go to Home</Link>
          </Button>
        }
      >
        Somebody sniffed all over the place and found nothing here.
      </EmptyState>
    </main>
  );
}
