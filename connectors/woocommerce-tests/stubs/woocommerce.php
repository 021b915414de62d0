<?php
declare(strict_types=1);

/** A shop with a few goods, codes and rates. */
final class Shop {

	public static int $user = 7;
	public static string $currency;
	/** @var array<int, WC_Product> */
	public static array $products;
	/** @var array<string, array{number: int, refused?: int, emails?: string[]}> */
	public static array $coupons;
	/** @var WC_Shipping_Rate[] */
	public static array $rates;
	/** @var array<int, array{contents: array[], rates: array<string, WC_Shipping_Rate>}> Parcels; none for a single one with `$rates`. */
	public static array $packages;
	/** Totals of `WC_Cart::get_totals`, where WooCommerce mixes strings and numbers. */
	public static array $sums;
	/** Sums of an order that is added up anew, where they are not those of its cart. */
	public static array $order_sums;
	/** Discount by coupon, without tax. */
	public static float $taken_off;
	/** Displayed decimals. */
	public static int $decimals;
	/** Rate of the base country; elsewhere there is no tax. */
	public static float $tax_rate;
	public static bool $has_block_checkout;
	public static array $notices;
	/** Constants that were defined for the request. */
	public static array $constants;
	/** Titles of the ways of paying by id, the preselected one first. @var array<string, string> */
	public static array $gateways;
	/** Page that the visitor has asked for. */
	public static string $page;
	/** @var array<int, WC_Webhook> */
	public static array $webhooks;
	public static object $woocommerce;

	public static function begin(): void {
		self::$user        = 7;
		self::$currency    = 'USD';
		self::$products    = array();
		self::$coupons     = array();
		self::$rates       = array();
		self::$packages    = array();
		self::$notices     = array();
		self::$constants   = array();
		self::$gateways    = array();
		self::$page        = '';
		self::$webhooks    = array();
		self::$taken_off   = 1.45;
		self::$decimals    = 2;
		self::$has_block_checkout = true;
		self::$tax_rate    = 0.19;
		self::$sums        = array(
			'subtotal'       => '29',
			'discount_total' => 0,
			'total_tax'      => '2.50',
			'shipping_total' => '7.50',
			'total'          => '39',
		);
		self::$order_sums  = array();
		self::$woocommerce = new WooCommerceShop();
	}

	public static function sells( WC_Product ...$products ): void {
		foreach ( $products as $product ) {
			self::$products[ $product->get_id() ] = $product;
		}
	}
}

final class WooCommerce {}

final class WooCommerceShop {

	public string $version = '10.5.0';
	public ?object $session = null;
	public ?object $customer = null;
	public ?object $cart = null;
	public object $countries;

	public function __construct() {
		$this->countries = new WC_Countries();
	}

	public function shipping(): object {
		return new WC_Shipping();
	}

	public function payment_gateways(): object {
		return new class() {
			public function get_available_payment_gateways(): array {
				$gateways = array_map(
					static fn( string $title ) => new class( $title ) {
						public function __construct( private string $title ) {}
						public function get_title(): string {
							return $this->title;
						}
					},
					Shop::$gateways
				);
				return apply_filters( 'woocommerce_available_payment_gateways', $gateways );
			}
		};
	}

	public function checkout(): object {
		return new WC_Checkout();
	}
}

class WC_Checkout {
	public function is_registration_required(): bool {
		return apply_filters( 'woocommerce_checkout_registration_required', 'yes' !== get_option( 'woocommerce_enable_guest_checkout', 'yes' ) );
	}
}

class WC_Shipping {

	/** Thrown by a carrier's plugin. */
	public static ?Throwable $failure = null;

	public function get_packages(): array {
		if ( self::$failure ) {
			throw new RuntimeException( 'The plugin of a carrier fails.', 0, self::$failure );
		}
		if ( Shop::$packages ) {
			return Shop::$packages;
		}
		$ids = array_map( static fn( $rate ) => $rate->get_id(), Shop::$rates );
		return array( array( 'rates' => array_combine( $ids, Shop::$rates ) ) );
	}
}

final class WC_Blocks_Utils {
	public static function has_block_in_page( $page, string $block ): bool {
		return Shop::$has_block_checkout && 'woocommerce/checkout' === $block;
	}
}

class WC_Countries {

	public function get_countries(): array {
		return array( 'US' => 'United States', 'DE' => 'Germany' );
	}

	public function get_shipping_countries(): array {
		return $this->get_countries();
	}

	public function get_states( string $country ): array {
		$states = array(
			'US' => array( 'CA' => 'California', 'NY' => 'New York' ),
			'DE' => array( 'DE-BE' => 'Berlin' ),
		);
		return $states[ $country ] ?? array();
	}

	public function get_base_country(): string {
		return 'US';
	}

	public function get_base_state(): string {
		return 'CA';
	}

	public function get_base_postcode(): string {
		return '94110';
	}

	public function get_base_city(): string {
		return 'San Francisco';
	}
}

/** Accepts any member. */
class WC_Customer {
	public array $told = array();

	public function __call( string $name, array $values ) {
		if ( str_starts_with( $name, 'get_' ) ) {
			return $this->told[ 'set_' . substr( $name, 4 ) ][0] ?? '';
		}
		$this->told[ $name ] = $values;
	}
}

class WC_Session {
	public array $kept = array();
	protected $_customer_id = 't_1';
	protected $_data        = array();

	public function init() {}

	public function cleanup_sessions() {}

	public function get_customer_id() {
		return $this->_customer_id;
	}

	public function set( string $name, $value ): void {
		$this->kept[ $name ] = $value;
	}

	public function has_session() {
		return true;
	}

	public function get( string $name, $default_value = null ) {
		return $this->kept[ $name ] ?? $default_value;
	}
}

/** Public methods of the class from WooCommerce 9.3 to 10.9. Each reads or writes rows, cookies or hooks. */
class WC_Session_Handler extends WC_Session {
	protected $_session_expiring   = 0;
	protected $_session_expiration = 0;
	/** Sessions of visitors by their ids; null where a test must not read any. */
	public static ?array $stored   = null;
	/** Session whose cookie the request has. */
	public static ?string $cookie = null;

	public function __construct() {
		self::$stored ?? self::touch( __FUNCTION__ );
	}

	public function init() {
		self::touch( __FUNCTION__ );
	}

	protected function init_hooks() {
		self::touch( __FUNCTION__ );
	}

	public function init_session_cookie() {
		self::touch( __FUNCTION__ );
	}

	public function maybe_set_customer_session_cookie() {
		self::touch( __FUNCTION__ );
	}

	public function set_customer_session_cookie( $set ) {
		self::touch( __FUNCTION__ );
	}

	public function has_session() {
		self::touch( __FUNCTION__ );
	}

	public function set_session_expiration() {
		self::touch( __FUNCTION__ );
	}

	public function generate_customer_id() {
		self::touch( __FUNCTION__ );
	}

	public function get_customer_unique_id() {
		self::touch( __FUNCTION__ );
	}

	public function get_session_cookie() {
		self::$stored ?? self::touch( __FUNCTION__ );
		return null === self::$cookie ? false : array( self::$cookie, 0, 0, '' );
	}

	public function get_session_data() {
		self::touch( __FUNCTION__ );
	}

	public function save_data( $old_session_key = 0 ) {
		self::touch( __FUNCTION__ );
	}

	public function destroy_session() {
		self::touch( __FUNCTION__ );
	}

	public function destroy_session_if_empty() {
		self::touch( __FUNCTION__ );
	}

	public function forget_session() {
		self::touch( __FUNCTION__ );
	}

	public function nonce_user_logged_out( $uid ) {
		self::touch( __FUNCTION__ );
	}

	public function maybe_update_nonce_user_logged_out( $uid, $action ) {
		self::touch( __FUNCTION__ );
	}

	public function cleanup_sessions() {
		self::touch( __FUNCTION__ );
	}

	public function get_session( $customer_id, $default_value = false ) {
		self::$stored ?? self::touch( __FUNCTION__ );
		return self::$stored[ $customer_id ] ?? $default_value;
	}

	public function delete_session( $customer_id ) {
		self::$stored ?? self::touch( __FUNCTION__ );
		unset( self::$stored[ $customer_id ] );
	}

	public function update_session_timestamp( $customer_id, $timestamp ) {
		self::touch( __FUNCTION__ );
	}

	private static function touch( string $method ): void {
		throw new LogicException( "WC_Session_Handler::$method touches the database, cookies or hooks." );
	}
}

class WC_Product {
	public function __construct( protected int $id, protected array $has = array() ) {}

	public function get_id(): int {
		return $this->id;
	}

	public function is_virtual(): bool {
		return $this->has['virtual'] ?? false;
	}

	public function needs_shipping(): bool {
		return $this->has['needs_shipping'] ?? true;
	}

	public function get_name(): string {
		return $this->has['name'] ?? 'Mug';
	}

	public function get_type(): string {
		return $this->has['type'] ?? 'simple';
	}

	public function is_type( array $types ): bool {
		return in_array( $this->get_type(), $types, true );
	}

	public function get_status(): string {
		return $this->has['status'] ?? 'publish';
	}

	public function get_post_password(): string {
		return '';
	}

	public function get_price(): string {
		return $this->has['price'] ?? '14.50';
	}

	public function set_price( string $price ): void {
		$this->has['price'] = $price;
	}

	public function get_tax_class(): string {
		return $this->has['tax_class'] ?? '';
	}

	public function get_regular_price(): string {
		return $this->has['regular_price'] ?? $this->get_price();
	}

	public function get_sale_price(): string {
		return $this->has['sale_price'] ?? '';
	}

	public function get_date_on_sale_from(): ?DateTime {
		return $this->has['date_on_sale_from'] ?? null;
	}

	public function get_date_on_sale_to(): ?DateTime {
		return $this->has['date_on_sale_to'] ?? null;
	}

	public function get_sku(): string {
		return $this->has['sku'] ?? '';
	}

	public function step(): int {
		return $this->has['step'] ?? 1;
	}

	public function get_global_unique_id(): string {
		return $this->has['gtin'] ?? '';
	}

	public function get_stock_status(): string {
		return $this->is_in_stock() ? 'instock' : 'outofstock';
	}

	/** @return int[] */
	public function get_category_ids(): array {
		return $this->has['categories'] ?? array();
	}

	/** @return array<string, string|string[]> Of a variation by key, of its product by name with all values. */
	public function get_variation_attributes(): array {
		return $this->has['attributes'] ?? array();
	}

	public function get_price_html(): string {
		$html = '' === $this->get_price() ? '' : ( $this->has['price_html'] ?? wc_price( wc_get_price_to_display( $this ) ) . $this->get_price_suffix() );
		return (string) apply_filters( 'woocommerce_get_price_html', $html, $this );
	}

	public function get_price_suffix(): string {
		return $this->has['suffix'] ?? '';
	}

	public function has_options(): bool {
		return $this->has['has_options'] ?? false;
	}

	public function get_permalink(): string {
		return 'https://shop.example/product/' . sanitize_title( $this->get_name() ) . '/';
	}

	public function is_purchasable(): bool {
		return $this->has['purchasable'] ?? true;
	}

	public function is_sold_individually(): bool {
		return $this->has['single'] ?? false;
	}

	public function get_stock_managed_by_id(): int {
		return $this->id;
	}

	public function managing_stock(): bool {
		return isset( $this->has['stock'] );
	}

	public function backorders_allowed(): bool {
		return false;
	}

	public function get_stock_quantity(): ?int {
		return $this->has['stock'] ?? null;
	}

	public function is_in_stock(): bool {
		return 0 !== ( $this->has['stock'] ?? null );
	}

	public function get_image_id(): int {
		return $this->has['image'] ?? 0;
	}
}

class WC_Product_Variable extends WC_Product {
	public function get_type(): string {
		return $this->has['type'] ?? 'variable';
	}

	public function get_variation_price( string $end, bool $for_display ): string {
		return $this->has[ $end ] ?? $this->get_price();
	}
}

class WC_Product_Variation extends WC_Product {
	public function get_parent_id(): int {
		return $this->has['parent'] ?? 0;
	}

	public function get_permalink(): string {
		return wc_get_product( $this->get_parent_id() )->get_permalink();
	}
}

/** Adds up to the sums of the cart, unless `Shop::$order_sums` says otherwise, but for the tax on shipping, which it rounds itself. */
class WC_Order {
	/** @var array<string, object[]> By kind; read from the database where they are not set. */
	protected $items = array();
	private array $sums = array();

	public function __call( string $name, array $values ) {
		list( $verb, $member ) = explode( '_', $name, 2 );
		if ( 'set' === $verb ) {
			$this->sums[ $member ] = $values[0];
		}
		return $this->sums[ $member ] ?? null;
	}

	public function get_total_tax(): float {
		return round( (float) $this->sums['cart_tax'] + (float) $this->sums['shipping_tax'], wc_get_price_decimals() );
	}

	public function update_meta_data( string $name, string $value ): void {}

	public function add_item( WC_Order_Item $item ): void {
		$this->items[ $item::KIND ][] = $item;
	}

	public function get_items( string $kind ): array {
		return $this->items[ $kind ];
	}

	public function calculate_totals(): void {
		do_action( 'woocommerce_order_after_calculate_totals', true, $this );
		$sums       = WC()->cart->get_totals();
		$off        = $this->rounding();
		$anew       = array(
			'cart_tax'     => $sums['cart_contents_tax'],
			'shipping_tax' => $sums['shipping_tax'] - $off,
			'total'        => $sums['total'] - $off,
		);
		$this->sums = Shop::$order_sums + $anew + $sums + $this->sums;
		$this->save();
	}

	private function rounding(): float {
		$off = 0.0;
		foreach ( $this->items['shipping_lines'] as $item ) {
			foreach ( $item->props['taxes']['total'] as $tax ) {
				$off += round( $tax, wc_get_price_decimals() ) - wc_round_tax_total( $tax );
			}
		}
		return $off;
	}

	public function save() {
		throw new LogicException( 'An order is saved.' );
	}
}

class WC_Order_Item {
	public array $props = array();

	public function set_props( array $props ): void {
		$this->props = $props;
	}
}

class WC_Order_Item_Product extends WC_Order_Item {
	public const KIND = 'line_items';
}

class WC_Order_Item_Fee extends WC_Order_Item {
	public const KIND = 'fee_lines';
}

class WC_Order_Item_Shipping extends WC_Order_Item {
	public const KIND = 'shipping_lines';
}

class WC_Cart {

	private array $lines = array();
	/** @var string[] */
	private array $codes = array();
	/** @var object[] */
	private array $fees = array();

	/** False when the stock does not suffice, as WooCommerce does. Equal goods with equal data are one line. */
	public function add_to_cart( int $product_id, $quantity = 1, int $variation_id = 0, $variation = array(), array $data = array() ) {
		$product = wc_get_product( $variation_id > 0 ? $variation_id : $product_id );
		if ( ( $product->get_stock_quantity() ?? $quantity ) < $quantity ) {
			wc_add_notice( 'You cannot add that amount to the cart.', 'error' );
			return false;
		}
		$key                 = md5( json_encode( array( $product_id, $variation_id, $variation, $data ) ) );
		$quantity           += $this->lines[ $key ]['quantity'] ?? 0;
		$this->lines[ $key ] = $data + array(
			'key'          => $key,
			'product_id'   => $product_id,
			'variation_id' => $variation_id,
			'variation'    => $variation,
			'quantity'     => $quantity,
			'data'         => clone $product,
		);
		do_action( 'woocommerce_add_to_cart', $key, $product_id, $quantity, $variation_id, $variation, $data );
		return $key;
	}

	public function set_quantity( string $key, $quantity ): void {
		$this->lines[ $key ]['quantity'] = $quantity;
	}

	public function get_cart(): array {
		return $this->lines;
	}

	public function is_empty(): bool {
		return array() === $this->lines;
	}

	public function empty_cart(): void {
		$this->lines = array();
		$this->codes = array();
	}

	public function add_fee( string $name, $amount ): void {
		$this->fees[] = (object) array(
			'name'      => $name,
			'amount'    => $amount,
			'total'     => $amount,
			'taxable'   => false,
			'tax_class' => '',
			'tax_data'  => array(),
		);
	}

	public function get_fees(): array {
		return $this->fees;
	}

	/** Coupons take it all off the first line. */
	public function calculate_totals(): void {
		do_action( 'woocommerce_before_calculate_totals', $this );
		foreach ( $this->lines as $key => $line ) {
			$off                                  = array_key_first( $this->lines ) === $key ? 1.45 * count( $this->codes ) : 0;
			$cost                                 = $line['quantity'] * (float) $line['data']->get_price();
			$this->lines[ $key ]['line_subtotal'] = $cost;
			$this->lines[ $key ]['line_total']    = $cost - $off;
			$this->lines[ $key ]['line_tax_data'] = array(
				'subtotal' => array( 1 => $cost * Shop::$tax_rate ),
				'total'    => array( 1 => ( $cost - $off ) * Shop::$tax_rate ),
			);
		}
		$this->fees = array();
		do_action( 'woocommerce_cart_calculate_fees', $this );
	}

	public function get_totals(): array {
		$fees = array_sum( array_column( $this->fees, 'total' ) );
		$sums = Shop::$sums + array(
			'cart_contents_tax' => Shop::$sums['total_tax'],
			'fee_tax'           => 0,
			'shipping_tax'      => 0,
		);
		return 0 === $fees ? $sums : array(
			'fee_total' => $fees,
			'total'     => (float) $sums['total'] + $fees,
		) + $sums;
	}

	public function needs_shipping(): bool {
		return apply_filters( 'woocommerce_cart_needs_shipping', true );
	}

	public function needs_payment(): bool {
		return $this->get_totals()['total'] > 0;
	}

	public function get_displayed_subtotal(): float {
		return (float) ( $this->get_totals()['cart_contents_total'] ?? 0 );
	}

	public function get_applied_coupons(): array {
		return $this->codes;
	}

	public function apply_coupon( string $code ): bool {
		$refused = ( Shop::$coupons[ $code ] ?? array( 'refused' => 105 ) )['refused'] ?? null;
		if ( null !== $refused ) {
			( new WC_Coupon( $code ) )->get_coupon_error( $refused );
			return false;
		}
		$this->codes = ( Shop::$coupons[ $code ]['solo'] ?? false ) ? array( $code ) : array_merge( $this->codes, array( $code ) );
		return true;
	}

	public function remove_coupon( string $code ): void {
		$this->codes = array_values( array_diff( $this->codes, array( $code ) ) );
	}

	/** By code as the coupon spells it, at WooCommerce's own precision, without tax. */
	public function get_coupon_discount_totals() {
		return array_fill_keys( array_map( 'strtoupper', $this->codes ), Shop::$taken_off );
	}

	/** Rounds to displayed decimals, as WooCommerce does. */
	public function get_coupon_discount_amount( string $code, bool $ex_tax = true ) {
		return round( Shop::$taken_off, wc_get_price_decimals() );
	}

	public function is_coupon_emails_allowed( array $emails, array $allowed ): bool {
		return array() !== array_intersect( $emails, $allowed );
	}
}

class WC_Coupon {
	public const E_WC_COUPON_ALREADY_APPLIED                = 103;
	public const E_WC_COUPON_ALREADY_APPLIED_INDIV_USE_ONLY = 104;
	public const E_WC_COUPON_NOT_YOURS_REMOVED              = 102;

	public function __construct( private string $code ) {}

	public function get_email_restrictions(): array {
		return Shop::$coupons[ $this->code ]['emails'] ?? array();
	}

	public function get_coupon_error( int $number ): string {
		return (string) apply_filters( 'woocommerce_coupon_error', "Coupon &quot;<b>{$this->code}</b>&quot;: $number", $number, $this );
	}
}

class WC_Shipping_Rate {
	/** @param float[]|null $taxes */
	public function __construct( private string $id, private string $label, private string $cost, private array $meta_data = array(), private ?array $taxes = null ) {}

	public function get_meta_data(): array {
		return $this->meta_data;
	}

	public function get_id(): string {
		return $this->id;
	}

	public function get_method_id(): string {
		return (string) strtok( $this->id, ':' );
	}

	public function get_instance_id(): int {
		return (int) substr( (string) strstr( $this->id, ':' ), 1 );
	}

	public function get_label(): string {
		return $this->label;
	}

	public function get_cost(): string {
		return $this->cost;
	}

	public function get_taxes(): array {
		return $this->taxes ?? array( 1 => (float) $this->cost * Shop::$tax_rate );
	}
}

function WC(): object {
	return Shop::$woocommerce;
}

function wc_load_cart(): void {
	$handler       = apply_filters( 'woocommerce_session_handler', WC_Session::class );
	WC()->session  = new $handler();
	WC()->session->init();
	WC()->customer = new WC_Customer();
	WC()->cart     = new WC_Cart();
}

function wc_get_product( int $id ) {
	return Shop::$products[ $id ] ?? false;
}

function wc_get_order( int $id ) {
	return false;
}

function wc_get_notices( string $type ): array {
	return Shop::$notices;
}

function wc_add_notice( string $text, string $type = 'success' ): void {
	if ( 'error' === $type ) {
		Shop::$notices[] = array( 'notice' => $text );
	}
}

function wc_clear_notices(): void {
	Shop::$notices = array();
}

function wc_format_coupon_code( string $code ): string {
	return strtolower( trim( $code ) );
}

function wc_strtolower( string $text ): string {
	return mb_strtolower( $text );
}

function wc_tax_enabled(): bool {
	return 'yes' === get_option( 'woocommerce_calc_taxes' );
}

function wc_bool_to_string( $value ): string {
	return $value ? 'yes' : 'no';
}

/** @param mixed $amount */
function wc_format_decimal( $amount ): string {
	return (string) (float) $amount;
}

function wc_prices_include_tax(): bool {
	return wc_tax_enabled() && 'yes' === get_option( 'woocommerce_prices_include_tax' );
}

/** The base country has the rate; a place without a country has none. */
function shop_tax_rate(): float {
	$place = apply_filters( 'woocommerce_get_tax_location', array( 'US', '', '', '' ), '' );
	return wc_tax_enabled() && 'US' === $place[0] ? Shop::$tax_rate : 0.0;
}

function wc_get_price_excluding_tax( WC_Product $product ): float {
	return (float) $product->get_price() / ( wc_prices_include_tax() ? 1 + Shop::$tax_rate : 1 );
}

function wc_get_price_including_tax( WC_Product $product ): float {
	return round( wc_get_price_excluding_tax( $product ) * ( 1 + shop_tax_rate() ), Shop::$decimals );
}

function wc_get_price_to_display( WC_Product $product, array $args = array() ): float {
	$priced = new WC_Product( $product->get_id(), array( 'price' => (string) ( $args['price'] ?? $product->get_price() ) ) );
	return 'incl' === get_option( 'woocommerce_tax_display_shop' ) ? wc_get_price_including_tax( $priced ) : wc_get_price_excluding_tax( $priced );
}

/** @param WC_Product_Variation|array<string, string> $variation */
function wc_get_formatted_variation( $variation ): string {
	return implode( ', ', array_filter( is_array( $variation ) ? $variation : $variation->get_variation_attributes(), 'strlen' ) );
}

function wc_price( float $price ): string {
	$symbol = '<span class="woocommerce-Price-currencySymbol">' . get_woocommerce_currency_symbol() . '</span>';
	return '<span class="woocommerce-Price-amount amount"><bdi>' . $symbol . number_format( $price, Shop::$decimals, wc_get_price_decimal_separator(), wc_get_price_thousand_separator() ) . '</bdi></span>';
}

function wc_format_price_range( string $min, string $max ): string {
	return wc_price( (float) $min ) . ' <span aria-hidden="true">&ndash;</span> ' . wc_price( (float) $max ) . '<span class="screen-reader-text">Price range</span>';
}

function wc_format_sale_price( string $regular, string $sale ): string {
	return '<del aria-hidden="true">' . wc_price( (float) $regular ) . '</del> <span class="screen-reader-text">Original price was</span><ins>' . wc_price( (float) $sale ) . '</ins>';
}

function get_woocommerce_currency_symbol(): string {
	return '&#36;';
}

function wc_get_price_decimal_separator(): string {
	return '.';
}

function wc_get_price_thousand_separator(): string {
	return ',';
}

function wc_attribute_label( string $name ): string {
	return ucfirst( str_replace( array( 'pa_', '-' ), array( '', ' ' ), $name ) );
}

function wc_round_tax_total( $tax ): float {
	$prices_hold_tax = 'yes' === get_option( 'woocommerce_prices_include_tax', 'no' );
	return round( (float) $tax, Shop::$decimals, $prices_hold_tax ? PHP_ROUND_HALF_DOWN : PHP_ROUND_HALF_UP );
}

function wc_get_page_id( string $page ): int {
	return 7;
}

function wc_get_price_decimals(): int {
	return Shop::$decimals;
}

function wc_format_postcode( string $code, string $country ): string {
	return strtoupper( $code );
}

function wc_get_held_stock_quantity( WC_Product $product ): int {
	return 0;
}

function get_woocommerce_currency(): string {
	return Shop::$currency;
}

function is_checkout(): bool {
	return 'checkout' === Shop::$page || apply_filters( 'woocommerce_is_checkout', false );
}

function is_cart(): bool {
	return false;
}

function wc_maybe_define_constant( string $name, $value ): void {
	Shop::$constants[ $name ] = $value;
}

function is_wc_endpoint_url(): bool {
	return 'order-received' === Shop::$page;
}

function wc_get_checkout_url(): string {
	return 'https://shop.example/checkout/';
}

function wc_get_endpoint_url( string $endpoint, string $value, string $url ): string {
	return $url . $endpoint . '/' . ( '' === $value ? '' : $value . '/' );
}

function wc_get_cart_url(): string {
	return 'https://shop.example/cart/';
}

function wc_get_page_permalink( string $page ): string {
	return "https://shop.example/$page/";
}

function wc_terms_and_conditions_page_id(): int {
	return 9;
}

class WC_Webhook {

	private array $has = array( 'status' => 'paused' );

	public function __construct( private int $id ) {
		$this->has = isset( Shop::$webhooks[ $id ] ) ? Shop::$webhooks[ $id ]->has : $this->has;
	}

	public function __call( string $name, array $values ) {
		list( $verb, $property ) = explode( '_', $name, 2 );
		if ( 'set' === $verb ) {
			$this->has[ $property ] = $values[0];
			return null;
		}
		return 'id' === $property ? $this->id : $this->has[ $property ];
	}

	public function save(): void {
		$this->id                    = $this->id > 0 ? $this->id : 1 + max( array( 0, ...array_keys( Shop::$webhooks ) ) );
		Shop::$webhooks[ $this->id ] = $this;
	}

	public function delete( bool $force ): void {
		unset( Shop::$webhooks[ $this->id ] );
	}
}

class WC_Data_Store {

	public static function load( string $type ): self {
		return new self();
	}

	public function search_webhooks( array $arguments ): array {
		return array_keys( Shop::$webhooks );
	}
}

function wc_get_webhook( int $id ): ?WC_Webhook {
	return Shop::$webhooks[ $id ] ?? null;
}

function wc_rand_hash(): string {
	return bin2hex( random_bytes( 20 ) );
}

function wc_api_hash( string $text ): string {
	return hash_hmac( 'sha256', $text, 'wc-api' );
}
