import { Download } from "lucide-react";
import { getCharacterCard, type MyData } from "#shared/api/my-data.ts";
import { PetAvatar } from "@/components/art/pet-avatar.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Card, CardDescription, CardHeader, CardTitle } from "@/components/ui/card.tsx";
import { urlOf } from "@/lib/api.ts";

export function CharacterCards({ pets }: { pets: MyData["pets"] }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Take your pet to another program</CardTitle>
        <CardDescription>
          A picture (a 'character card') that other programs for talking with characters can read: how your pet talks,
          and its diary.
        </CardDescription>
      </CardHeader>
      <ul aria-label="Your pets" className="flex flex-col divide-y divide-line">
        {pets.map((pet) => (
          <li key={pet.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <PetAvatar src={pet.avatarUrl} species={pet.species} size="md" />
            <span className="wrap-anywhere min-w-0 flex-1 basis-20 font-bold">{pet.name}</span>
            <Button asChild variant="outline" size="sm">
              <a
                href={urlOf(getCharacterCard, { params: { id: pet.id } })}
                download
                aria-label={`Export ${pet.name} as a character card`}
              >
                <Download aria-hidden="true" />
                <span>Export</span>
              </a>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
