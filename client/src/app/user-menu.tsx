import { FolderHeart, KeyRound, LogOut } from "lucide-react";
import { useLocation } from "wouter";
import { Avatar } from "@/components/ui/avatar.tsx";
import { Menu } from "@/components/ui/menu.tsx";
import { ThemeMenuItems } from "@/components/ui/theme-menu-items.tsx";
import { useUser } from "@/domain/session/session.ts";
import { useSignOut } from "@/domain/session/sign-out.ts";

export function UserMenu() {
  const user = useUser();
  const signOut = useSignOut();
  const [, navigate] = useLocation();
  const fullName = `${user.firstName} ${user.lastName}`;
  return (
    <Menu
      button={
        <button
          type="button"
          aria-label={`User menu of ${fullName}`}
          className="grid size-11 place-items-center rounded-full"
        >
          <Avatar firstName={user.firstName} lastName={user.lastName} />
        </button>
      }
    >
      {(items) => (
        <>
          <items.MenuLabel>
            <span className="block font-bold text-base text-ink">{fullName}</span>
            <span className="block">{user.username}</span>
          </items.MenuLabel>
          <items.MenuSeparator />
          <items.MenuItem onSelect={() => navigate("/my-data")}>
            <FolderHeart aria-hidden="true" />
            <span>My data</span>
          </items.MenuItem>
          <items.MenuItem onSelect={() => navigate("/change-password")}>
            <KeyRound aria-hidden="true" />
            <span>Change Password</span>
          </items.MenuItem>
          <items.MenuItem onSelect={() => void signOut()}>
            <LogOut aria-hidden="true" />
            <span>Sign Out</span>
          </items.MenuItem>
          <items.MenuSeparator />
          <ThemeMenuItems {...items} />
        </>
      )}
    </Menu>
  );
}
