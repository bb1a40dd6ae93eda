import { Skeleton } from "@/components/ui/skeleton.tsx";

export const SetupFormSkeleton = () => (
  <div aria-busy="true" className="flex flex-col gap-5">
    <Skeleton className="h-64 rounded-card" />
    <Skeleton className="h-56 rounded-card" />
    <Skeleton className="h-56 rounded-card" />
  </div>
);
