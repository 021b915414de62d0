/** To the millisecond, in the viewer's time zone, which it names: what follows within one second has its order. */
export function ExactInstant({ at }: { at: string }) {
  const instant = new Date(at);
  const time = new Intl.DateTimeFormat(undefined, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    timeZoneName: 'short',
  });
  return (
    <time dateTime={at} title={instant.toISOString()}>
      {time.format(instant)}
    </time>
  );
}
