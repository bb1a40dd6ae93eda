import { type ComponentType, lazy, Suspense } from "react";

/** Pictures of states that are seldom seen come when they are shown; without a connection their place stays empty. */
const scenes = () => import("./empty-scenes.tsx");
export const EmptyChat = lazyPicture("240 190", () => scenes().then((module) => module.EmptyChatScene));
export const EmptyDiary = lazyPicture("240 190", () => scenes().then((module) => module.EmptyDiaryScene));
export const EmptyDocuments = lazyPicture("252 190", () => scenes().then((module) => module.EmptyDocumentsScene));
export const EmptyHistory = lazyPicture("240 190", () => scenes().then((module) => module.EmptyHistoryScene));
export const LostPet = lazyPicture("390 310", () => import("./lost-pet.tsx").then((module) => module.LostPetScene));

function lazyPicture(size: string, load: () => Promise<ComponentType>) {
  const place = <svg viewBox={`0 0 ${size}`} aria-hidden="true" />;
  const Drawing = lazy(async () => ({ default: await load().catch(() => () => place) }));
  return () => (
    <Suspense fallback={place}>
      <Drawing />
    </Suspense>
  );
}
