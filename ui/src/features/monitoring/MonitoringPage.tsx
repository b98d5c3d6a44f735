export default function MonitoringPage() {
  return <main className="p-8">MonitoringPage</main>;
}
