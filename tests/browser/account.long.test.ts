import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, CDPSession, Locator, Page, Request } from 'playwright-core';
import { encode } from 'uqr';
import { computeCode } from '../../src/accounts/totp.ts';
import {
  barriers,
  loaded,
  noBrowser,
  overflow,
  PASSWORD,
  signUp,
  startBrowser,
  startConsoleService,
  visitor,
} from '../../testing/browser.ts';
import { freePort } from '../../testing/free-port.ts';
import { startIdentityProvider, type TestProvider } from '../../testing/identity-provider.ts';
import { type MailServer, startMailServer } from '../../testing/mail-server.ts';
import type { TestService } from '../../testing/test-service.ts';

const EMAIL = 'ada@shop.example';
const NEW_PASSWORD = 'another good password';

/** Lets a page's browser leave out the verification of the person, which the service asks for, while it is `careless`. */
async function carelessBrowser(page: Page) {
  await page.addInitScript(`for (const name of ['create', 'get']) {
    const ask = CredentialsContainer.prototype[name];
    CredentialsContainer.prototype[name] = function ({ publicKey }) {
      if (localStorage.getItem('careless')) {
        publicKey.userVerification = 'discouraged';
        if (publicKey.authenticatorSelection) publicKey.authenticatorSelection.userVerification = 'discouraged';
      }
      return ask.call(this, { publicKey });
    };
  }`);
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  return {
    devices,
    careless: (is: boolean) =>
      page.evaluate(is ? "localStorage.setItem('careless', 'yes')" : "localStorage.removeItem('careless')"),
    async plugIn(canVerify: boolean): Promise<string> {
      const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: canVerify,
          isUserVerified: canVerify,
          automaticPresenceSimulation: true,
        },
      });
      return authenticatorId;
    },
  };
}

/** Bit of an authenticator's flags: it has verified the person, by fingerprint, face or PIN. */
const USER_VERIFIED_FLAG = 4;

/** Returns whether the credential in a request says that the person was verified. */
function isVerified(request: Request): boolean {
  const { authenticatorData } = request.postDataJSON().response.response;
  const flags = Buffer.from(authenticatorData, 'base64url')[32] ?? assert.fail('the credential has no flags');
  return (flags & USER_VERIFIED_FLAG) !== 0;
}

describe('ways to sign in to the console, in a browser', { skip: noBrowser() }, () => {
  let browser: Browser;
  let service: TestService;
  let mails: MailServer;
  let provider: TestProvider;
  let page: Page;
  before(async () => {
    const port = await freePort();
    // A passkey belongs to a name, never to an IP address.
    const baseUrl = `http://localhost:${port}`;
    [mails, provider] = await Promise.all([startMailServer(), startIdentityProvider()]);
    provider.allow(baseUrl);
    provider.persons.set('ada', { email: EMAIL, email_verified: true, name: 'Ada' });
    const settings = { ...mails.settings, ...provider.settings, PORT: String(port), BASE_URL: baseUrl };
    [service, browser] = await Promise.all([startConsoleService(settings), startBrowser()]);
    page = (await visitor(browser, baseUrl)).page;
    await signUp(page, EMAIL);
  });
  after(async () => {
    await browser?.close();
    await service?.close();
    await provider?.close();
    await mails?.close();
  });

  const section = (name: string) => page.getByRole('region', { name });
  const atStores = () => page.getByRole('heading', { level: 1, name: 'Stores' }).waitFor();

  async function mailedLink(address: string): Promise<string> {
    const mailed = () => mails.mails.findLast(({ to }) => to === address);
    while (!mailed()) await new Promise((resolve) => setTimeout(resolve, 50));
    const [link] = /http:\S+/.exec(mailed()?.text ?? '') ?? assert.fail('no link was mailed');
    return link;
  }

  async function signOut(): Promise<void> {
    await page.context().clearCookies();
    await page.goto('/console/sign-in');
  }

  async function signIn(password: string, at = page): Promise<void> {
    await at.getByLabel('E-mail').fill(EMAIL);
    await at.getByRole('textbox', { name: 'Password' }).fill(password);
    await at.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  const pressPasskey = () => page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  const refused = () => page.getByRole('alert').getByText('was not accepted').waitFor();

  /** Tries a replayed answer and a counter that went back; ends signed in. */
  async function refusesOldAnswers(devices: CDPSession, authenticatorId: string): Promise<void> {
    await signOut();
    const asking = page.waitForResponse('**/passkey-sign-in');
    const finishing = page.waitForRequest('**/passkey-sign-in/finish');
    await pressPasskey();
    assert.equal((await (await asking).json()).options.userVerification, 'required');
    const finish = await finishing;
    const { cookie = '' } = await finish.allHeaders();
    await atStores();
    const replay = await fetch(finish.url(), {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, origin: service.baseUrl },
      body: finish.postData(),
    });
    assert.equal(replay.status, 400, await replay.text());

    const { credentials } = await devices.send('WebAuthn.getCredentials', { authenticatorId });
    const [credential = assert.fail('the device has no passkey')] = credentials;
    assert.ok(credential.signCount > 1, `the counter is ${credential.signCount}`);
    const replaceBy = async (signCount: number) => {
      await devices.send('WebAuthn.clearCredentials', { authenticatorId });
      await devices.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: { ...credential, signCount },
      });
    };
    await signOut();
    await replaceBy(0);
    await pressPasskey();
    await refused();
    await replaceBy(credential.signCount);
    await signOut();
    await pressPasskey();
    await atStores();
  }

  it('signs in by a passkey of the device', async () => {
    const { devices, plugIn } = await carelessBrowser(page);
    const authenticatorId = await plugIn(true);
    await page.goto('/console/account');
    const passkeys = section('Passkeys');
    await passkeys.getByLabel('Name of the passkey').fill('Work laptop');
    await passkeys.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
    await passkeys.getByRole('button', { name: 'Add passkey' }).click();
    await passkeys.getByRole('row').filter({ hasText: 'Work laptop' }).waitFor();
    await signOut();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await atStores();
    await refusesOldAnswers(devices, authenticatorId);
    await page.goto('/console/account');
    await passkeys.getByRole('button', { name: 'Remove Work laptop' }).click();
    await page.getByRole('button', { name: 'Remove passkey' }).click();
    await passkeys.getByText('No passkeys yet').waitFor();
    await signOut();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('alert').getByText('was not accepted').waitFor();
    await devices.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    await signIn(PASSWORD);
    await atStores();
  });

  it('refuses a passkey that is added or used without verifying the person', async () => {
    const { page: other, context } = await visitor(browser, service.baseUrl);
    const { devices, plugIn, careless } = await carelessBrowser(other);
    const passkeys = other.getByRole('region', { name: 'Passkeys' });
    const add = async () => {
      await other.goto('/console/account');
      await passkeys.getByLabel('Name of the passkey').fill('Key');
      await passkeys.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
      const adding = other.waitForResponse(
        (response) => /\/account\/passkeys$/.test(response.url()) && response.request().method() === 'POST',
      );
      await passkeys.getByRole('button', { name: 'Add passkey' }).click();
      return adding;
    };
    const use = async () => {
      await context.clearCookies();
      await other.goto('/console/sign-in');
      const finishing = other.waitForResponse('**/passkey-sign-in/finish');
      await other.getByRole('button', { name: 'Sign in with a passkey' }).click();
      return finishing;
    };

    await other.goto('/console/sign-in');
    await signIn(PASSWORD, other);
    await other.getByRole('heading', { level: 1, name: 'Stores' }).waitFor();
    const simple = await plugIn(false);
    await careless(true);
    const unverified = await add();
    assert.equal(isVerified(unverified.request()), false);
    assert.equal(unverified.status(), 400);
    await passkeys.getByRole('alert').waitFor();
    await passkeys.getByText('No passkeys yet').waitFor();
    await devices.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: simple });

    const authenticatorId = await plugIn(true);
    await careless(false);
    assert.equal((await add()).status(), 201);
    await careless(true);
    await devices.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    const refusal = await use();
    assert.equal(isVerified(refusal.request()), false);
    assert.equal(refusal.status(), 400);
    await other.getByRole('alert').getByText('was not accepted').waitFor();
    await careless(false);
    await devices.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    const accepted = await use();
    assert.equal(isVerified(accepted.request()), true);
    assert.equal(accepted.status(), 200);
    await other.goto('/console/account');
    await passkeys.getByRole('button', { name: 'Remove Key' }).click();
    await other.getByRole('button', { name: 'Remove passkey' }).click();
    await passkeys.getByText('No passkeys yet').waitFor();
    await context.close();
  });

  it('confirms its address by the link of a mail, and invites by mail without showing the link', async () => {
    await page.goto('/console/account');
    await section('Confirm your e-mail address').getByRole('button', { name: 'Mail me a link' }).click();
    await page.goto(await mailedLink(EMAIL));
    await page.getByRole('heading', { level: 1, name: 'Confirm your e-mail address' }).waitFor();
    assert.deepEqual(await barriers(page), []);
    await page.getByRole('button', { name: 'Confirm address' }).click();
    await page.getByText('Your e-mail address is confirmed.').waitFor();
    await section('Password').waitFor();
    assert.equal(await section('Confirm your e-mail address').count(), 0);
    mails.mails = [];
    await page.goto('/console/team');
    await page.getByLabel('E-mail').fill('cleo@shop.example');
    await page.getByRole('button', { name: 'Invite person' }).click();
    await page.getByText('Invitation mailed to cleo@shop.example').waitFor();
    assert.equal(await page.getByRole('status').locator('code').count(), 0);
    assert.deepEqual(await barriers(page), []);
    const { page: other, context } = await visitor(browser, service.baseUrl);
    await other.goto(await mailedLink('cleo@shop.example'));
    await other.getByLabel('Your name').fill('Cleo');
    await other.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await other.getByRole('button', { name: 'Create account and join' }).click();
    await other.getByRole('heading', { level: 1, name: 'Stores' }).waitFor();
    await context.close();
  });

  it('connects the account with the identity provider, and signs in there', async () => {
    await page.goto('/console/account');
    await page.getByRole('button', { name: 'Connect Test login' }).click();
    await atTestProvider(page);
    await page.getByText('Connected with Test login.').waitFor();
    await signOut();
    await page.getByRole('button', { name: 'Sign in with Test login' }).click();
    await atTestProvider(page);
    await atStores();
    await page.goto('/console/sign-in/provider?error=access_denied');
    await page.getByRole('alert').getByText('ended the sign-in').waitFor();
  });

  it('signs up by the link of a mail, which asks for the name and the password', async () => {
    const { page: other, context } = await visitor(browser, service.baseUrl);
    await other.goto('/console/sign-up');
    await other.getByLabel('E-mail').fill('bea@shop.example');
    await other.getByRole('button', { name: 'Send link' }).click();
    await other.getByText('Check your mail').waitFor();
    assert.deepEqual(await barriers(other), []);
    await other.goto(await mailedLink('bea@shop.example'));
    await other.getByLabel('Your name').fill('Bea');
    await other.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    assert.deepEqual(await barriers(other), []);
    await other.getByRole('button', { name: 'Create account' }).click();
    await other.getByRole('heading', { level: 1, name: 'Stores' }).waitFor();
    await context.close();
  });

  it('sets a forgotten password by the link of a mail', async () => {
    await signOut();
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('E-mail').fill(EMAIL);
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByText('Check your mail').waitFor();
    await page.goto(await mailedLink(EMAIL));
    await page.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await signIn(NEW_PASSWORD);
    await atStores();
  });

  it('asks for a code of an authenticator app, and ends the sessions of other browsers', async () => {
    await page.goto('/console/account');
    const app = section('Authenticator app');
    await app.getByRole('textbox', { name: 'Current password' }).fill(NEW_PASSWORD);
    await app.getByRole('button', { name: 'Set up app' }).click();
    await app.locator('input[autocomplete=one-time-code]:focus').waitFor();
    const link = app.getByRole('link', { name: 'open it in an app' });
    const uri = (await link.getAttribute('href')) ?? '';
    assert.match(uri, /^otpauth:\/\/totp\/localhost%3A\d+:ada%40shop\.example\?secret=[A-Z2-7]{32}&/);
    assert.deepEqual(await modulesOf(app.getByRole('img', { name: 'QR code' })), modulesFor(uri));
    assert.deepEqual(await barriers(page), []);
    const secret =
      (await app.getByLabel('Setup key', { exact: true }).textContent())?.replaceAll(' ', '') ?? '';
    assert.equal(new URL(uri).searchParams.get('secret'), secret);
    const step = Math.floor(Date.now() / 30_000);
    await app.getByRole('textbox', { name: 'Code' }).fill(computeCode(secret, step));
    await app.getByRole('button', { name: 'Turn on' }).click();
    await app.getByText('Store these recovery codes now').waitFor();
    assert.deepEqual(await barriers(page), []);
    const codes = (await app.getByRole('region', { name: 'Recovery codes' }).textContent()) ?? '';
    assert.match(codes, /^(?:[a-z2-7]{5}-[a-z2-7]{5}\s*){10}$/);
    await signOut();
    await signIn(NEW_PASSWORD);
    await page.getByLabel('Code').fill(computeCode(secret, step + 1));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await atStores();
    await page.goto('/console/account');
    const sessions = section('Signed-in browsers');
    await sessions.getByText('This browser').waitFor();
    await sessions.getByRole('button', { name: 'Sign out other browsers' }).click();
    await page.getByText('Other browsers are signed out.').waitFor();
    assert.equal(await sessions.getByRole('row').count(), 2, 'the head and this browser');
    await page.setViewportSize({ width: 390, height: 800 });
    await page.reload();
    await sessions.getByText('This browser').waitFor();
    await loaded(page);
    assert.equal(await overflow(page), 0);
    assert.deepEqual(await barriers(page), []);
  });
});

/** Modules of a QR code with its border, as the browser paints them: `#` is dark. */
function modulesOf(code: Locator): Promise<string[]> {
  return code.evaluate((svg) => {
    const root = svg as unknown as {
      viewBox: { baseVal: { width: number } };
      querySelector(name: string): Path;
    };
    const indexes = Array.from({ length: root.viewBox.baseVal.width }, (_, index) => index);
    const path = root.querySelector('path');
    const isDark = (x: number, y: number) => path.isPointInFill({ x: x + 0.5, y: y + 0.5 });
    return indexes.map((y) => indexes.map((x) => (isDark(x, y) ? '#' : ' ')).join(''));
  });
}

type Path = { isPointInFill(point: { x: number; y: number }): boolean };

function modulesFor(text: string): string[] {
  const { data } = encode(text, { ecc: 'M', border: 4 });
  return data.map((row) => row.map((isDark) => (isDark ? '#' : ' ')).join(''));
}

describe('the first account of a service with an identity provider', { skip: noBrowser() }, () => {
  it('signs up at the provider, and gets the stores', async (t) => {
    const [port, provider, browser] = await Promise.all([
      freePort(),
      startIdentityProvider(),
      startBrowser(),
    ]);
    const baseUrl = `http://127.0.0.1:${port}`;
    provider.allow(baseUrl);
    provider.persons.set('ada', { email: EMAIL, email_verified: true, name: 'Ada' });
    const settings = { ...provider.settings, SIGN_UP: 'closed', OIDC_SIGN_UP: 'on' };
    const service = await startConsoleService({ ...settings, PORT: String(port), BASE_URL: baseUrl });
    t.after(() => Promise.all([browser.close(), service.close(), provider.close()]));
    const { page } = await visitor(browser, baseUrl);
    await page.goto('/console/');
    await page.getByRole('heading', { name: 'Welcome to ucp-host' }).waitFor();
    await page.getByRole('button', { name: 'Continue with Test login' }).click();
    await atTestProvider(page);
    await page.getByRole('link', { name: 'Northwind Outfitters' }).first().waitFor();
  });
});

async function atTestProvider(page: Page): Promise<void> {
  await page.locator('input[name=login]').fill('ada');
  await page.locator('input[name=password]').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}
