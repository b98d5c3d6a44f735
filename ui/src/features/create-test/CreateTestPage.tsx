export default function CreateTestPage() {
  return <main className="p-8">CreateTestPage</main>;
}
