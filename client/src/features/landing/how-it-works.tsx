const steps = [
  {
    title: "Keep a diary",
    text: "Forty-four questions about one remarkable animal. Answer the ones that make you smile first.",
  },
  { title: "Choose a voice", text: "Fifty voices in thirteen languages. One of them is unmistakably theirs." },
  { title: "Say hello", text: "Type or talk, on the sofa or out on a walk, with a small speaker on the collar." },
];

export function HowItWorks() {
  return (
    <section className="mx-auto max-w-6xl px-5 py-16">
      <h2 className="mb-8 text-center text-3xl sm:text-4xl">Three steps to the first word</h2>
      <ol className="grid grid-cols-1 gap-6 md:grid-cols-3">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="flex flex-col gap-2 rounded-card border border-line bg-surface-raised p-6">
            <span aria-hidden="true" className="font-display text-4xl text-primary">
              {index + 1}
            </span>
            <h3 className="text-xl">{title}</h3>
            <p className="text-ink-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
