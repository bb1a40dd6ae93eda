import { useEffect, useState } from "react";

/** The first name of whoever is signed in; null for a visitor, and until the server has said who it is. */
export function useSignedIn(): string | null {
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    let isLeft = false;
    const ask = async () => {
      // Loaded after the page: what it shows first needs none of this.
      const { fetchSession } = await import("@/domain/session/session.ts");
      const session = await fetchSession();
      if (!isLeft && "user" in session) setName(session.user.firstName);
    };
    // Where the server can't be reached, the page is a visitor's.
    ask().catch(() => undefined);
    return () => {
      isLeft = true;
    };
  }, []);
  return name;
}
