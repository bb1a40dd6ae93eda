import { FolderHeart, KeyRound, LogOut } from "lucide-react";
import { useLocation } from "wouter";
import { Avatar } from "@/components/ui/avatar.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu.tsx";
import { ThemeMenuItems } from "@/components/ui/theme-menu-items.tsx";
import { useUser } from "@/domain/session/session.ts";
import { useSignOut } from "@/domain/session/sign-out.ts";

export function UserMenu() {
  const user = useUser();
  const signOut = useSignOut();
  const [, navigate] = useLocation();
  const fullName = `${user.firstName} ${user.lastName}`;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label={`User menu of ${fullName}`}
        className="grid size-11 place-items-center rounded-full"
      >
        <Avatar firstName={user.firstName} lastName={user.lastName} />
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuLabel>
          <span className="block font-bold text-base text-ink">{fullName}</span>
          <span className="block">{user.username}</span>
        </DropdownMenuLabel>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => navigate("/my-data")}>
          <FolderHeart aria-hidden="true" />
          My data
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => navigate("/change-password")}>
          <KeyRound aria-hidden="true" />
          Change Password
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void signOut()}>
          <LogOut aria-hidden="true" />
          Sign Out
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <ThemeMenuItems />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
