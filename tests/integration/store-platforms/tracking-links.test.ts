import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withTrackingPage } from '../../../src/store-platforms/tracking-links.ts';

const url = (carrier: string | null, number: string | null, link: string | null = null) =>
  withTrackingPage({ carrier, number, url: link }).url;

describe('tracking links', () => {
  it('know the carriers of the tracking plugins by slug and by name', () => {
    for (const carrier of [
      'usps',
      'UPS',
      'fedex',
      'DHL Express',
      'dhl-de',
      'royal-mail',
      'Royal Mail',
      'canada-post',
      'australia-post',
      'AusPost',
      'dpd',
      'dpd-co-uk',
      'gls',
      'hermes',
      'Evri',
      'PostNL',
      'correios',
      'Österreichische Post',
      'New Zealand Post',
      'Japan Post (EN)',
    ]) {
      const link = URL.parse(url(carrier, 'A 1&b=2#c') ?? '') ?? assert.fail(`${carrier} has no page`);
      assert.equal(link.protocol, 'https:');
      assert.ok(link.href.includes('A%201%26b%3D2%23c'), link.href);
    }
  });

  it('keep the web address that the shop gives', () => {
    assert.equal(url('usps', '1', 'https://track.example/1'), 'https://track.example/1');
    assert.equal(url(null, '1', 'http://track.example/1'), 'http://track.example/1');
  });

  it('drop an address that is not of the web', () => {
    for (const link of ['javascript:alert(1)', 'data:text/html,x', 'ftp://a.example/', '//a.example', ''])
      assert.equal(url('Unknown Carrier', '1', link), null);
  });

  it('stay empty for an unknown carrier and without a number', () => {
    for (const [carrier, number] of [
      ['constructor', '1'],
      ['', '1'],
      [null, '1'],
      ['usps', null],
      ['usps', ' '],
    ] as const)
      assert.equal(url(carrier, number), null);
  });
});
