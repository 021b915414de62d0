import type { WriteContent } from './site-content.ts';

/** Plugin of the zoo, by its slug. */
export interface ZooPlugin {
  kind: string;
  /** Setting of the plugin, in words. */
  does: string;
  /** True for a plugin that leaves others to do what they do: those are drawn into dozens. */
  together?: boolean;
  /** True for a plugin that changes prices or the cart: those are tried in pairs. */
  prices?: boolean;
  content?: WriteContent;
}

export const ZOO: Record<string, ZooPlugin> = {
  'woo-discount-rules': {
    kind: 'quantity discounts',
    prices: true,
    does: '10 % off everything, 20 % from three pieces',
    content: () => ({
      rows: [
        [
          'wdr_rules',
          {
            enabled: 1,
            title: 'Ten off',
            priority: 1,
            filters: { 1: { type: 'all_products' } },
            product_adjustments: { type: 'percentage', value: '10', cart_label: '' },
            conditions: [],
            additional: { condition_relationship: 'and' },
            discount_type: 'wdr_simple_discount',
            used_coupons: [],
            rule_language: [],
            advanced_discount_message: {
              display: '0',
              badge_color_picker: '',
              badge_text_color_picker: '',
              badge_text: '',
            },
          },
        ],
      ],
    }),
    together: true,
  },
  'woo-product-bundle': {
    kind: 'bundles',
    prices: true,
    does: 'a bundle of two products at a price of its own',
    content: ({ lamp, mug }) => ({
      product: {
        type: 'woosb',
        meta_data: [
          { key: 'woosb_ids', value: `${lamp}/1,${mug}/2` },
          { key: 'woosb_disable_auto_price', value: 'on' },
          { key: 'woosb_shipping_fee', value: 'whole' },
        ],
      },
    }),
    together: true,
  },
  'woo-conditional-product-fees-for-checkout': {
    kind: 'fees',
    prices: true,
    does: 'a fee of 3.50 for all',
    content: () => ({
      // The plugin's list of fees, which it keeps for ever.
      options: { _transient_get_all_fees: null },
      posts: [
        {
          post_type: 'wc_conditional_fee',
          post_title: 'Handling',
          meta: {
            fee_settings_product_cost: '3.50',
            fee_settings_select_fee_type: 'fixed',
            fee_settings_select_taxable: 'no',
            fee_settings_status: 'on',
            product_fees_metabox: [
              {
                product_fees_conditions_condition: 'country',
                product_fees_conditions_is: 'is_equal_to',
                product_fees_conditions_values: ['US'],
              },
            ],
          },
        },
      ],
    }),
    together: true,
  },
  'checkout-fees-for-woocommerce': {
    kind: 'fees',
    prices: true,
    does: 'a fee of 2.50 for cash on delivery',
    content: () => ({
      options: {
        alg_woocommerce_checkout_fees_enabled: 'yes',
        alg_gateways_fees_enabled_cod: 'yes',
        alg_gateways_fees_text_cod: 'On delivery',
        alg_gateways_fees_type_cod: 'fixed',
        alg_gateways_fees_value_cod: '2.50',
      },
    }),
  },
  'order-minimum-amount-for-woocommerce': {
    kind: 'quantity rules',
    does: 'a minimum order of 200',
    content: () => ({
      options: {
        alg_wc_oma_plugin_enabled: 'yes',
        alg_wc_oma_min_sum: '200',
        alg_wc_oma_block_checkout_process: 'yes',
        alg_wc_oma_block_store_api: 'yes',
      },
    }),
  },
  'minmax-quantity-for-woocommerce': {
    kind: 'quantity rules',
    does: 'at least three pieces of a product; one is asked for',
    content: () => ({ product: { meta_data: [{ key: 'min_quantity', value: '3' }] } }),
  },
  'woo-min-max-quantity-step-control-single': {
    kind: 'quantity rules',
    does: 'at least three pieces of a product; one is asked for',
    content: () => ({
      product: {
        meta_data: [
          { key: 'min_quantity', value: '3' },
          { key: '_wcmmq_s_min_quantity', value: '3' },
        ],
      },
    }),
  },
  'deposits-for-woocommerce': {
    kind: 'deposits',
    prices: true,
    does: 'a deposit of 30 %, the rest later',
    content: () => ({
      options: {
        deposits_settings: { global_deposits_mode: 1, global_deposits_value: 30, global_force_deposit: 1 },
      },
      product: {
        meta_data: [
          { key: '_enable_deposit', value: 'yes' },
          { key: '_deposits_type', value: 'percent' },
          { key: '_deposits_value', value: '30' },
          { key: '_force_deposit', value: 'yes' },
        ],
      },
    }),
  },
  'subscriptions-for-woocommerce': {
    kind: 'subscriptions',
    does: '24.00 a month, with 5.00 at the beginning',
    content: () => ({
      options: { wps_sfw_enable_plugin: 'on' },
      product: {
        meta_data: [
          { key: '_wps_sfw_product', value: 'yes' },
          { key: 'wps_sfw_subscription_number', value: '1' },
          { key: 'wps_sfw_subscription_interval', value: 'month' },
          { key: 'wps_sfw_subscription_initial_signup_price', value: '5' },
        ],
      },
    }),
  },
  'yith-woocommerce-subscription': {
    kind: 'subscriptions',
    does: '24.00 a month',
    content: () => ({
      product: {
        meta_data: [
          { key: '_ywsbs_subscription', value: 'yes' },
          { key: '_ywsbs_price_is_per', value: '1' },
          { key: '_ywsbs_price_time_option', value: 'months' },
        ],
      },
    }),
  },
  'yith-woocommerce-catalog-mode': {
    kind: 'catalog mode',
    does: 'prices and cart hidden from guests',
    content: () => ({
      options: {
        ywctm_apply_users: 'unregistered',
        ywctm_hide_add_to_cart_settings: { action: 'hide', where: 'all', items: 'all' },
        ywctm_hide_price_settings: { action: 'hide', items: 'all' },
      },
    }),
  },
  'woocommerce-catalog-enquiry': { kind: 'catalog mode', does: 'as it is installed' },
  'woocommerce-call-for-price': {
    kind: 'catalog mode',
    does: 'a product without a price',
    content: () => ({ product: { regular_price: '' } }),
  },
  'woo-rfq-for-woocommerce': {
    kind: 'catalog mode',
    does: 'quotes in place of orders, prices hidden from guests',
    content: () => ({
      options: {
        settings_gpls_woo_rfq_checkout_option: 'rfq',
        settings_gpls_woo_rfq_show_prices: 'no',
        settings_gpls_woo_rfq_hide_visitor_prices: 'yes',
      },
    }),
  },
  maintenance: {
    kind: 'catalog mode',
    does: 'a maintenance page with 503',
    content: () => ({
      options: { maintenance_options: { state: 1, '503_enabled': 1, page_title: 'Closed' } },
    }),
  },
  'age-gate': { kind: 'catalog mode', does: 'as it is installed: 18 years for all pages' },
  'woo-multi-currency': {
    kind: 'currencies',
    prices: true,
    does: 'dollars and euros at 0.9; the buyer changes nothing',
    content: () => ({
      options: {
        woo_multi_currency_params: {
          enable: 1,
          currency_default: 'USD',
          currency: ['USD', 'EUR'],
          currency_rate: [1, 0.9],
          currency_rate_fee: ['', ''],
          currency_decimals: [2, 2],
          currency_custom: ['', ''],
          currency_pos: ['left', 'left'],
          currency_hidden: [0, 0],
          enable_multi_payment: 1,
        },
      },
    }),
    together: true,
  },
  'woocommerce-currency-switcher': {
    kind: 'currencies',
    prices: true,
    does: 'dollars and euros at 0.9, all currencies paid; the buyer changes nothing',
    content: () => ({
      options: {
        woocs_is_multiple_allowed: 1,
        woocs: {
          USD: {
            name: 'USD',
            rate: 1,
            symbol: '&#36;',
            position: 'left',
            is_etalon: 1,
            decimals: 2,
            hide_cents: 0,
          },
          EUR: {
            name: 'EUR',
            rate: 0.9,
            symbol: '&euro;',
            position: 'left',
            is_etalon: 0,
            decimals: 2,
            hide_cents: 0,
          },
        },
      },
    }),
  },
  'woocommerce-product-price-based-on-countries': {
    kind: 'currencies',
    does: 'prices times 1.5 in the United States, by the delivery address',
    content: () => ({
      options: {
        wc_price_based_country_based_on: 'shipping',
        wc_price_based_country_regions: {
          america: {
            name: 'America',
            slug: 'america',
            enabled: 'yes',
            countries: ['US'],
            currency: 'USD',
            exchange_rate: '1.5',
            auto_exchange_rate: 'no',
            disable_tax_adjustment: 'no',
          },
        },
      },
    }),
  },
  'advanced-dynamic-pricing-for-woocommerce': {
    kind: 'quantity discounts',
    does: '10 % off everything',
    content: () => ({
      rows: [
        [
          'wdp_rules',
          {
            enabled: 1,
            rule_type: 'common',
            type: 'package',
            title: 'Ten off',
            priority: 1,
            options: 'a:2:{s:8:"apply_to";s:9:"expensive";s:6:"repeat";s:2:"-1";}',
            conditions: 'a:0:{}',
            filters:
              'a:1:{i:0;a:5:{s:3:"qty";s:1:"1";s:7:"qty_end";s:1:"1";s:4:"type";s:3:"any";s:6:"method";s:7:"in_list";s:5:"value";a:0:{}}}',
            limits: 'a:0:{}',
            product_adjustments:
              'a:3:{s:4:"type";s:5:"total";s:5:"total";a:2:{s:4:"type";s:20:"discount__percentage";s:5:"value";s:2:"10";}s:17:"split_discount_by";s:4:"cost";}',
            sortable_blocks_priority: 'a:2:{i:0;s:5:"roles";i:1;s:16:"bulk-adjustments";}',
            bulk_adjustments: 'a:0:{}',
            role_discounts: 'a:0:{}',
            cart_adjustments: 'a:0:{}',
            get_products: 'a:0:{}',
            auto_add_products: 'a:0:{}',
            additional: 'a:0:{}',
            advertising: 'a:0:{}',
            condition_message: 'a:0:{}',
          },
        ],
      ],
    }),
    together: true,
  },
  'tier-pricing-table': {
    kind: 'quantity discounts',
    prices: true,
    does: '24.00, from three pieces 20.00',
    content: () => ({
      product: {
        meta_data: [
          { key: '_tiered_price_rules_type', value: 'fixed' },
          { key: '_fixed_price_rules', value: { 3: '20' } },
        ],
      },
      pieces: 3,
    }),
    together: true,
  },
  yaypricing: { kind: 'quantity discounts', does: 'as it is installed' },
  'woocommerce-auto-added-coupons': {
    kind: 'quantity discounts',
    prices: true,
    does: 'a coupon of 10 % that is added by itself',
    content: () => ({
      posts: [
        {
          post_type: 'shop_coupon',
          post_title: 'ucp-proof-auto',
          meta: { discount_type: 'percent', coupon_amount: '10', _wjecf_is_auto_coupon: 'yes' },
        },
      ],
    }),
    together: true,
  },
  'woo-bought-together': { kind: 'bundles', does: 'as it is installed', together: true },
  'yith-woocommerce-product-bundles': {
    kind: 'bundles',
    prices: true,
    does: 'a bundle of two products at a price of its own',
    content: ({ lamp, mug }) => ({
      product: {
        type: 'yith_bundle',
        meta_data: [
          {
            key: '_yith_wcpb_bundle_data',
            value: {
              1: { product_id: String(lamp), bp_quantity: '1', bp_order: '1' },
              2: { product_id: String(mug), bp_quantity: '2', bp_order: '2' },
            },
          },
        ],
      },
    }),
    together: true,
  },
  'woocommerce-easy-booking-system': {
    kind: 'bundles',
    does: 'a product that is rented by the day',
    content: () => ({
      product: {
        meta_data: [
          { key: '_bookable', value: 'yes' },
          { key: '_booking_duration', value: '1' },
        ],
      },
    }),
  },
  'wpc-name-your-price': { kind: 'bundles', does: 'as it is installed: the buyer may name the price' },
  'woocommerce-product-addon': { kind: 'bundles', does: 'as it is installed', together: true },
  'flexible-quantity-measurement-price-calculator-for-woocommerce': {
    kind: 'quantity rules',
    does: 'as it is installed',
  },
  'woo-checkout-field-editor-pro': {
    kind: 'checkout fields',
    does: 'a field of its own that must be filled in',
    content: () => ({
      options: {
        wc_fields_additional: {
          zoo_note: {
            type: 'text',
            label: 'Name on the gift card',
            required: 1,
            enabled: 1,
            custom: 1,
            priority: 10,
            class: ['form-row-wide'],
            show_in_email: 1,
            show_in_order: 1,
          },
        },
      },
    }),
    together: true,
  },
  'order-delivery-date-for-woocommerce': {
    kind: 'delivery dates',
    does: 'a day of delivery, which may be left open',
    content: () => ({
      options: {
        orddd_lite_enable_delivery_date: 'on',
        orddd_lite_date_field_mandatory: '',
        orddd_lite_delivery_date_field_label: 'Delivery date',
        orddd_lite_delivery_date_fields_on_checkout_page: 'billing_section',
      },
    }),
    together: true,
  },
  'woo-delivery': { kind: 'delivery dates', does: 'as it is installed: a day that must be chosen' },
  'woo-gst': { kind: 'taxes', does: 'as it is installed', together: true },
  'woocommerce-germanized': { kind: 'taxes', does: 'as it is installed: legal boxes, small print' },
  'woocommerce-eu-vat-compliance': { kind: 'taxes', does: 'as it is installed', together: true },
  'flexible-shipping': { kind: 'fees', does: 'as it is installed', together: true },
  'woo-extra-flat-rate': { kind: 'fees', does: 'as it is installed', together: true },
  'custom-order-numbers-for-woocommerce': {
    kind: 'order numbers',
    does: 'numbers with ZOO- before them',
    content: () => ({
      options: {
        alg_wc_custom_order_numbers_enabled: 'yes',
        alg_wc_custom_order_numbers_prefix: 'ZOO-',
        alg_wc_custom_order_numbers_counter_type: 'sequential',
      },
    }),
  },
  'dokan-lite': { kind: 'marketplaces', does: 'as it is installed' },
  'dc-woocommerce-multi-vendor': { kind: 'marketplaces', does: 'as it is installed' },
  'pw-woocommerce-gift-cards': { kind: 'gift cards', does: 'as it is installed', together: true },
  'woo-gift-cards-lite': { kind: 'gift cards', does: 'as it is installed', together: true },
  'woocommerce-gift-wrapper': { kind: 'gift cards', does: 'as it is installed', together: true },
  'woo-wallet': { kind: 'gift cards', does: 'as it is installed', together: true },
  'points-and-rewards-for-woocommerce': { kind: 'gift cards', does: 'as it is installed', together: true },
  'woo-custom-gateway': { kind: 'gateways without payment', does: 'as it is installed', together: true },
  'woocommerce-gateway-stripe': {
    kind: 'gateways without payment',
    does: 'as it is installed: no keys yet',
    together: true,
  },
  'woocommerce-paypal-payments': {
    kind: 'gateways without payment',
    does: 'as it is installed: no account yet',
    together: true,
  },
  polylang: { kind: 'languages', does: 'as it is installed', together: true },
  'translatepress-multilingual': { kind: 'languages', does: 'as it is installed', together: true },
  'wp-super-cache': { kind: 'caching', does: 'as it is installed', together: true },
  'litespeed-cache': {
    kind: 'caching',
    does: 'pages cached',
    content: () => ({ options: { 'litespeed.conf.cache': 1, 'litespeed.conf.cache-rest': 1 } }),
  },
  'wp-fastest-cache': {
    kind: 'caching',
    does: 'pages cached',
    content: () => ({
      options: {
        WpFastestCache: JSON.stringify({ wpFastestCacheStatus: 'on', wpFastestCacheLanguage: 'eng' }),
      },
    }),
  },
  'wps-hide-login': {
    kind: 'security',
    does: 'the log-in at another address',
    content: () => ({ options: { whl_page: 'way-in' } }),
  },
  'all-in-one-wp-security-and-firewall': { kind: 'security', does: 'as it is installed', together: true },
  'better-wp-security': { kind: 'security', does: 'as it is installed', together: true },
  'woocommerce-sequential-order-numbers': {
    kind: 'order numbers',
    does: 'numbers of its own',
    together: true,
  },
  'wp-force-login': { kind: 'catalog mode', does: 'asks every visitor to log in' },
};
