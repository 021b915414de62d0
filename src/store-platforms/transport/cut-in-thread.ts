import { answerTasks } from './answer-tasks.ts';
import { cutAnswer } from './cut-answer.ts';

answerTasks(cutAnswer);
