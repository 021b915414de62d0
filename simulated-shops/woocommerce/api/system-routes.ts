import { getExponent } from '../../../src/commerce/money/money.ts';
import { symbolOf } from '../render/price-html.ts';
import { apiUrl, type Site, VERSIONS } from '../site.ts';
import type { ApiCall, ApiRoute } from './api-routes.ts';
import { chosenFields } from './listing.ts';

export function systemRoutes(site: Site): ApiRoute[] {
  return [
    {
      method: 'GET',
      path: '/system_status',
      permission: 'list',
      answer: (call) => chosenFields(call, { environment: environment(site), settings: settings(site) }),
    },
    {
      method: 'GET',
      path: '/settings/general',
      permission: 'list',
      answer: (call) => generalSettings(site, call),
    },
  ];
}

function environment(site: Site): object {
  return {
    home_url: site.origin(),
    site_url: site.origin(),
    store_id: '7b0c9a52-51d0-4b0e-9a3c-2f6f5a0d7c11',
    version: VERSIONS.woocommerce,
    log_directory: '/srv/shop',
    log_directory_writable: true,
    wp_version: VERSIONS.wordpress,
    wp_multisite: false,
    wp_memory_limit: 268_435_456,
    wp_debug_mode: false,
    wp_cron: true,
    wp_environment_type: 'production',
    language: 'en_US',
    external_object_cache: null,
    server_info: 'nginx/1.22.1',
    server_architecture: 'Linux x86_64',
    php_version: '8.2.35',
    php_post_max_size: 8_388_608,
    php_max_execution_time: 60,
    php_max_input_vars: 1000,
    curl_version: '7.88.1, OpenSSL/3.0.19',
    suhosin_installed: false,
    max_upload_size: 2_097_152,
    mysql_version: '10.11.19',
    mysql_version_string: '10.11.19-MariaDB',
    default_timezone: 'UTC',
    fsockopen_or_curl_enabled: true,
    soapclient_enabled: false,
    domdocument_enabled: true,
    gzip_enabled: true,
    mbstring_enabled: true,
    remote_post_successful: false,
    remote_post_response: false,
    remote_get_successful: false,
    remote_get_response: false,
  };
}

function settings(site: Site): object {
  const { currency } = site.settings;
  const datastores = 'Automattic\\WooCommerce\\Internal\\DataStores\\Orders\\OrdersTableDataStore';
  return {
    api_enabled: true,
    force_ssl: false,
    currency,
    currency_symbol: symbolOf(site.settings).html,
    currency_position: 'left',
    thousand_separator: ',',
    decimal_separator: '.',
    number_of_decimals: site.prices.decimals ?? getExponent(currency),
    geolocation_enabled: false,
    taxonomies: same('external', 'grouped', 'simple', 'variable'),
    product_visibility_terms: same(
      'exclude-from-catalog',
      'exclude-from-search',
      'featured',
      'outofstock',
      ...['rated-1', 'rated-2', 'rated-3', 'rated-4', 'rated-5'],
    ),
    woocommerce_com_connected: 'no',
    enforce_approved_download_dirs: true,
    order_datastore: datastores,
    HPOS_enabled: true,
    HPOS_sync_enabled: false,
    enabled_features: ['analytics', 'marketplace', 'custom_order_tables'],
  };
}

function same(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, name]));
}

/** Options of the general page; `_links` is omitted here when fields are chosen. */
function generalSettings(site: Site, call: ApiCall): object[] {
  return Object.entries(generalValues(site)).map(([id, value]) => {
    const self = apiUrl(site, `/settings/general/${id}`);
    const links = { self: [{ href: self }], collection: [{ href: apiUrl(site, '/settings/general') }] };
    const option = { id, label: id, description: '', type: 'text', default: '', tip: '', value };
    return call.query._fields === undefined ? { ...option, _links: links } : chosenFields(call, option);
  });
}

function generalValues(site: Site): Record<string, string> {
  const { country, currency } = site.settings;
  return {
    woocommerce_store_address: '1 Market St',
    woocommerce_store_address_2: '',
    woocommerce_store_city: 'Sandbox',
    // A country with states includes the state after a colon.
    woocommerce_default_country: country === 'US' ? 'US:CA' : country,
    woocommerce_store_postcode: '94105',
    woocommerce_allowed_countries: 'all',
    woocommerce_all_except_countries: '',
    woocommerce_specific_allowed_countries: '',
    woocommerce_ship_to_countries: '',
    woocommerce_specific_ship_to_countries: '',
    woocommerce_default_customer_address: 'base',
    woocommerce_address_autocomplete_enabled: 'no',
    woocommerce_calc_taxes: 'yes',
    woocommerce_enable_coupons: 'yes',
    woocommerce_calc_discounts_sequentially: 'yes',
    woocommerce_currency: currency,
    woocommerce_currency_pos: 'left',
    woocommerce_price_thousand_sep: ',',
    woocommerce_price_decimal_sep: '.',
    woocommerce_price_num_decimals: String(site.prices.decimals ?? getExponent(currency)),
  };
}
