export default function MonitorPage() {
  return <main className="p-8">MonitorPage</main>;
}
