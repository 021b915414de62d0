import { buildConsole } from '../src/cli/console-build.ts';
import { say } from '../src/cli/terminal.ts';

/** `npm run build:console` */
await buildConsole((step) => say(`Building the console: ${step} …`));
say('Built into console/dist.');
