/** Outcome of one attempt to deliver an event. `status`: of the receiver's answer; null when there was none. */
export interface DeliveryAttempt {
  at: string;
  status: number | null;
  error: string | null;
}

const MAX_HISTORY = 10;

export function appendAttempt<Message extends { attempts: number; history: readonly DeliveryAttempt[] }>(
  message: Message,
  attempt: DeliveryAttempt,
): Message {
  const history = [...message.history, attempt].slice(-MAX_HISTORY);
  return { ...message, attempts: message.attempts + 1, history };
}
