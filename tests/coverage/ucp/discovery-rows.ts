import { anywhere, of, type Part, row } from '../contract/row.ts';

const profile = of('the official profile');
const schemas = of('the published schemas');
const negotiation = of('negotiation');
const intersection = of('the intersection of capabilities');
const discovery = of('discovery of a platform’s profile');
const production = of('discovery of a platform’s profile in production');
const kept = of("profiles of agents' platforms");
const registry = of('the registry of platforms');
const vouched = of('platforms that the operator vouches for');
const hosts = of('hosts of stores');

const declares = (what: string) => intersection(`of a platform that declares ${what}`);
const oneThat = (what: string) => discovery(`turns away one ${what}`);
const notAsked = (what: string) => production(`does not ask ${what}`);

/** Profiles of both sides, and what they agree on. */
export const discoveryRows: readonly Part[] = [
  {
    name: 'The business profile',
    rows: [
      row('2026-08-25: the published schema', schemas('hold for the profile of 2026-08-25')),
      row('2026-04-08: the published schema, as a leaf', schemas('hold for the profile of 2026-04-08')),
      row(
        'public, JSON, cacheable, without a redirect',
        profile('is there for anybody, at once, as JSON that may be kept'),
      ),
      row(
        'supported_versions at the root, none in leaves',
        profile('is of the newest version, and links to a leaf of each older one'),
      ),
      row(
        'REST and MCP; spec and schema at ucp.dev',
        profile('names both transports, and capabilities of its own version with ucp.dev’s addresses'),
      ),
      row('extends names only what is there', profile('lets an extension extend only what is there')),
      row(
        'what is off is not declared and not there',
        profile('says of each capability what the merchant’s switch says'),
        profile('has no endpoint and no tool of what is off'),
      ),
      anywhere(
        'at the root of a host of the store’s own',
        hosts('have the profile of demo-shopify at their root, with endpoints on them'),
        hosts('have the profile of demo-woocommerce at their root, with endpoints on them'),
        hosts('serve REST and MCP of their store, in both versions'),
      ),
    ],
  },
  {
    name: 'The platform’s profile',
    rows: [
      anywhere(
        'HTTPS only',
        kept('are not looked for with plain http elsewhere'),
        notAsked('this machine over plain http'),
      ),
      anywhere(
        'redirects are not followed',
        oneThat('that is moved for good'),
        oneThat('that is elsewhere for now'),
        oneThat('that is moved for good, with its method'),
      ),
      anywhere('timeouts', oneThat('whose server never answers')),
      anywhere(
        'a bound on its size',
        oneThat('without an end'),
        kept('are none with more than a profile ever is'),
      ),
      anywhere(
        'no special-use address',
        ...[
          'this machine',
          'this machine by IPv6',
          'a name of this machine',
          'a private network',
          'another private network',
          'a private network by IPv6',
          'an address of carriers',
          'a link',
          'a cloud’s metadata',
          'a mapped address',
          'a number that is an address',
          'an unusual port',
        ].map(notAsked),
      ),
      anywhere(
        'kept for 60 seconds at least',
        kept('are kept for a minute at least, and for an hour at most'),
      ),
      anywhere(
        'kept as long as it says',
        kept('are fetched once, however many ask at once, and kept as long as they say'),
      ),
      anywhere(
        'an unknown key: read again, once in that time',
        kept('may have other keys since they were read: they are read again, once a minute'),
      ),
      anywhere(
        'failures: asked again later each time',
        kept('are asked for again after a while when they could not be had, and each time later'),
      ),
      anywhere(
        'a fixed footprint: 503 with Retry-After; known platforms are not in it',
        discovery(
          'has so many under way at once, and asks who comes then to come again; whom the operator knows is served',
        ),
      ),
      anywhere(
        'a registry: published, and the operator’s',
        kept('of Shopify’s clients are known without being fetched'),
        registry('of the operator stands before the one that comes with the service'),
        registry('knows a host with all its profiles, which are fetched'),
        vouched('stay known for a day while their profile is out of reach'),
      ),
    ],
  },
  {
    name: 'Negotiation',
    rows: [
      anywhere(
        'versions are equal or not, never ordered',
        intersection('is of versions that are equal, not of later or earlier ones'),
      ),
      anywhere(
        'intersection by name',
        declares('everything'),
        declares('nothing'),
        declares('what we do not know'),
        declares('names of every object'),
      ),
      anywhere(
        'the latest version that both have; none: left out',
        intersection('takes the latest of several versions that both have'),
        declares('another version of it'),
        declares('several versions, ours among them'),
      ),
      anywhere(
        'extensions without a parent are left out, as often as it takes',
        declares('an extension with one of its parents'),
        declares('an extension without any parent'),
        declares('a chain whose root is missing'),
        intersection('leaves out an extension whose parent is there in another version only'),
      ),
      row(
        'answers name what they are about, and its extensions',
        negotiation('names in each answer what it is about and what extends that, in the version of both'),
        intersection('is told by what an answer is about: its root and what extends that'),
      ),
      row('checked on every request', negotiation('goes by the platform’s profile of now, on every request')),
      row(
        'what was not agreed is not read',
        negotiation('leaves out extensions that the platform does not have, and does not read their members'),
      ),
      row(
        'UCP-Agent as RFC 8941 says',
        negotiation('reads the header as RFC 8941 says, whatever else stands in it'),
      ),
      anywhere(
        'over MCP: meta, or else the header',
        discovery('over MCP goes by what the message says, or else by the header'),
      ),
      anywhere(
        'continue_url where it fails',
        discovery('says where the buyer can go on, over both transports'),
      ),
    ],
  },
  {
    name: 'Error codes of negotiation, over REST and MCP',
    rows: [
      row(
        'invalid_profile_url: 400, -32001',
        negotiation('turns away who comes without a profile'),
        negotiation('turns away who comes with what is no address'),
        negotiation('turns away who comes with an address over http'),
      ),
      row(
        'profile_unreachable: 424, -32001',
        negotiation('turns away whose profile is not where it is said to be'),
      ),
      row('profile_malformed: 422, -32001', negotiation('turns away whose profile is none')),
      row(
        'version_unsupported: 422, -32001',
        negotiation('turns away who speaks another version, and says which are spoken'),
      ),
      row(
        'capabilities_incompatible: 200 and a result',
        negotiation('says capabilities_incompatible as an outcome, over both transports'),
        negotiation(
          'says so of every operation whose capability is not there, or is there in another version only',
        ),
      ),
      anywhere(
        'profile_not_trusted: 403, -32001',
        registry('turns strangers away over both transports, where the operator knows all that may come'),
      ),
    ],
  },
];
