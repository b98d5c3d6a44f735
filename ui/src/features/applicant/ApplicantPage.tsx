import { useSession } from "@/stores/session";
import { Button } from "@/ui/Button";

export default function ApplicantPage() {
  const { user, signOut } = useSession();
  return (
    <main className="space-y-4 p-8">
      <h1 className="font-semibold text-xl">Welcome, {user?.full_name}</h1>
      <Button onClick={() => void signOut()}>Logout</Button>
    </main>
  );
}
