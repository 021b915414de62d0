<?php
declare(strict_types=1);

function __( string $text, string $domain ): string {
	return $text;
}

function esc_html( string $text ): string {
	return htmlspecialchars( $text, ENT_QUOTES );
}

function esc_attr( string $text ): string {
	return htmlspecialchars( $text, ENT_QUOTES );
}

function esc_html__( string $text, string $domain ): string {
	return esc_html( __( $text, $domain ) );
}

function esc_attr__( string $text, string $domain ): string {
	return esc_attr( __( $text, $domain ) );
}

function esc_html_e( string $text, string $domain ): void {
	echo esc_html__( $text, $domain );
}

function esc_url( string $url ): string {
	return esc_attr( $url );
}

function esc_textarea( string $text ): string {
	return esc_html( $text );
}

function admin_url( string $path ): string {
	return get_option( 'home' ) . '/wp-admin/' . $path;
}

function checked( $one, $other, bool $shows ): string {
	return $one === $other ? " checked='checked'" : '';
}

function wp_nonce_field( string $action ): void {
	echo '<input type="hidden" name="_wpnonce" value="' . esc_attr( wp_create_nonce( $action ) ) . '">';
}

function wp_create_nonce( string $action ): string {
	return substr( md5( $action ), 0, 10 );
}

function wp_verify_nonce( string $nonce, string $action ) {
	return wp_create_nonce( $action ) === $nonce ? 1 : false;
}

function sanitize_key( string $key ): string {
	return (string) preg_replace( '/[^a-z0-9_\-]/', '', strtolower( $key ) );
}

function wp_unslash( $value ) {
	return $value;
}

function wp_parse_str( string $text, &$values ): void {
	parse_str( $text, $values );
}

function wp_parse_url( string $url, int $part = -1 ) {
	return parse_url( $url, $part );
}

function language_attributes(): void {
	echo 'lang="en-US"';
}

function status_header( int $status ): void {
	Site::$status = $status;
}

function human_time_diff( int $from, int $to ): string {
	return ( $to - $from ) . ' seconds';
}

function wp_date( string $format, int $instant ): string {
	return gmdate( $format, $instant );
}

function _n( string $one, string $many, int $count, string $domain ): string {
	return 1 === $count ? $one : $many;
}

function add_filter( string $name, $callback, int $priority = 10, int $arguments = 1 ): bool {
	Site::$filters[ $name ][] = $callback;
	return true;
}

function add_action( string $name, $callback, int $priority = 10, int $arguments = 1 ): bool {
	return add_filter( $name, $callback, $priority, $arguments );
}

function remove_filter( string $name, $callback, int $priority = 10 ): bool {
	Site::$filters[ $name ] = array_values( array_filter( Site::$filters[ $name ] ?? array(), static fn( $each ) => $each !== $callback ) );
	return true;
}

function remove_action( string $name, $callback, int $priority = 10 ): bool {
	return remove_filter( $name, $callback, $priority );
}

function has_action( string $name ): bool {
	return array() !== ( Site::$filters[ $name ] ?? array() );
}

function do_action( string $name, ...$values ): void {
	foreach ( Site::$filters[ $name ] ?? array() as $callback ) {
		$callback( ...$values );
	}
}

function __return_true(): bool {
	return true;
}

function __return_false(): bool {
	return false;
}

function nocache_headers(): void {
	Site::$is_uncached = true;
}

function has_filter( string $name, $callback ) {
	return in_array( $callback, Site::$filters[ $name ] ?? array(), true ) ? 10 : false;
}

function apply_filters( string $name, $value, ...$more ) {
	foreach ( Site::$filters[ $name ] ?? array() as $callback ) {
		$value = $callback( $value, ...$more );
	}
	return $value;
}

function register_activation_hook( string $file, $callback ): void {}

function register_deactivation_hook( string $file, $callback ): void {}

function plugin_basename( string $file ): string {
	return 'ucp-host/' . basename( $file );
}

function absint( $value ): int {
	return abs( (int) $value );
}

function maybe_unserialize( $data ) {
	return $data;
}

function get_site_option( string $name, $default_value = false ) {
	return Site::$options[ 'site:' . $name ] ?? $default_value;
}

function get_option( string $name, $default_value = false ) {
	if ( str_starts_with( $name, 'ucp_host_' ) ) {
		Site::$read[] = $name;
	}
	return Site::$options[ $name ] ?? $default_value;
}

function add_option( string $name, $value, string $unused = '', $autoload = null ): bool {
	return ! isset( Site::$options[ $name ] ) && update_option( $name, $value, $autoload );
}

function wp_cache_delete( string $name, string $group ): bool {
	return true;
}

function current_user_can( string $right ): bool {
	return in_array( $right, Site::$rights, true );
}

function user_can( int $user, string $right ): bool {
	return in_array( $user, Site::$managers, true );
}

function wp_schedule_single_event( int $at, string $hook ): bool {
	Site::$scheduled[ $hook ] = $at;
	return true;
}

function wp_schedule_event( int $at, string $recurrence, string $hook ): bool {
	return wp_schedule_single_event( $at, $hook );
}

function wp_next_scheduled( string $hook ) {
	return Site::$scheduled[ $hook ] ?? false;
}

function wp_clear_scheduled_hook( string $hook ): int {
	unset( Site::$scheduled[ $hook ] );
	return 1;
}

function rest_get_url_prefix(): string {
	return apply_filters( 'rest_url_prefix', 'wp-json' );
}

function wp_safe_remote_request( string $url, array $arguments ) {
	Site::$requests[] = compact( 'url', 'arguments' );
	return ( Site::$answers )( $url, $arguments );
}

function is_wp_error( $value ): bool {
	return $value instanceof WP_Error;
}

function wp_remote_retrieve_response_code( array $answer ): int {
	return $answer['status'];
}

function wp_remote_retrieve_body( array $answer ): string {
	return $answer['body'];
}

function wp_remote_retrieve_headers( array $answer ): array {
	return array( 'Content-Type' => 'application/json' );
}

function update_option( string $name, $value, $autoload = null ): bool {
	Site::$options[ $name ] = $value;
	return true;
}

function delete_option( string $name ): bool {
	unset( Site::$options[ $name ] );
	return true;
}

function get_transient( string $name ) {
	return Site::$transients[ $name ] ?? false;
}

function set_transient( string $name, $value, int $seconds ): bool {
	Site::$transients[ $name ] = $value;
	return true;
}

function delete_transient( string $name ): bool {
	unset( Site::$transients[ $name ] );
	return true;
}

function wp_is_uuid( string $text ): bool {
	return 1 === preg_match( '/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/', $text );
}

function wp_salt( string $scheme = 'auth' ): string {
	return 'a salt of this site';
}

function get_bloginfo( string $what ): string {
	return 'version' === $what ? '6.9.1' : (string) get_option( 'blogname' );
}

$GLOBALS['wp_rewrite'] = new class() {
	public string $index = 'index.php';

	public function using_index_permalinks(): bool {
		return str_starts_with( (string) get_option( 'permalink_structure' ), '/index.php/' );
	}
};

function wp_timezone_string(): string {
	return (string) get_option( 'timezone_string', '+00:00' );
}

function home_url( string $path = '' ): string {
	return apply_filters( 'home_url', get_option( 'home' ) . $path );
}

function is_ssl(): bool {
	return true;
}

function untrailingslashit( string $text ): string {
	return rtrim( $text, '/' );
}

function wp_json_encode( $value, int $flags = 0 ) {
	return json_encode( $value, $flags );
}

function wp_strip_all_tags( string $text ): string {
	return trim( strip_tags( $text ) );
}

/** @param int[] $ids */
function _prime_post_caches( array $ids ): void {}

/** @param string|string[] $list @return string[] */
function wp_parse_list( $list ): array {
	return is_array( $list ) ? $list : explode( ',', $list );
}

function sanitize_title( string $text ): string {
	return trim( (string) preg_replace( '/[^a-z0-9_]+/', '-', strtolower( $text ) ), '-' );
}

function sanitize_text_field( string $text ): string {
	$text = trim( (string) preg_replace( '/\s+/', ' ', strip_tags( $text ) ) );
	return trim( (string) preg_replace( '/%[a-f0-9]{2}/i', '', $text ) );
}

function sanitize_email( string $text ): string {
	return false === filter_var( $text, FILTER_VALIDATE_EMAIL ) ? '' : $text;
}

function remove_accents( string $text ): string {
	return strtr( $text, array( 'ä' => 'a', 'é' => 'e', 'ü' => 'u' ) );
}

function current_time( string $format ): string {
	return gmdate( 'Y-m-d H:i:s' );
}

function is_user_logged_in(): bool {
	return Shop::$user > 0;
}

function get_current_user_id(): int {
	return Shop::$user;
}

function wp_set_current_user( int $user ): void {
	Shop::$user = $user;
}

function add_query_arg( string $name, string $value, string $url ): string {
	return $url . ( str_contains( $url, '?' ) ? '&' : '?' ) . $name . '=' . $value;
}

function get_site_icon_url( int $size ): string {
	return (string) get_option( 'site_icon_url', '' );
}

function get_theme_mod( string $name ) {
	return get_option( "theme_mod_$name" );
}

function wp_is_block_theme(): bool {
	return false !== get_option( 'button_color' );
}

function wp_get_global_styles( array $path, array $context ) {
	return get_option( 'button_color' );
}

function wp_get_attachment_image_url( int $id, string $size ) {
	return $id > 0 ? "https://shop.example/uploads/$id.jpg" : false;
}

function wp_count_posts( string $type ): object {
	return (object) array( 'publish' => '12' );
}

function get_page_by_path( string $path ): ?object {
	return null;
}

function get_post_status( int $id ): string {
	return 'publish';
}

function post_password_required( int $id ): bool {
	return false;
}

function get_permalink( int $id ): string {
	return "https://shop.example/?page_id=$id";
}

class WP_Error {
	public function __construct( private string $code = '', private string $message = '', private array $data = array() ) {}

	public function add( string $code, string $message ): void {
		$this->code    = $code;
		$this->message = $message;
	}

	public function get_error_code(): string {
		return $this->code;
	}

	public function get_error_message(): string {
		return $this->message;
	}

	/** @return string[] */
	public function get_error_messages(): array {
		return array_filter( array( $this->message ), 'strlen' );
	}

	/** As WordPress's REST server sends it. */
	public function to_wire(): array {
		return array(
			'code'    => $this->code,
			'message' => $this->message,
			'data'    => $this->data,
		);
	}
}

class WP_REST_Request implements ArrayAccess {
	public function __construct( private array $parameters, private string $method = 'GET', private string $route = '' ) {}

	public function get_method(): string {
		return $this->method;
	}

	public function get_route(): string {
		return $this->route;
	}

	public function offsetExists( $name ): bool {
		return isset( $this->parameters[ $name ] );
	}

	#[ReturnTypeWillChange]
	public function offsetGet( $name ) {
		return $this->parameters[ $name ] ?? null;
	}

	public function offsetSet( $name, $value ): void {
		$this->parameters[ $name ] = $value;
	}

	public function offsetUnset( $name ): void {
		unset( $this->parameters[ $name ] );
	}

	public function has_param( string $name ): bool {
		return array_key_exists( $name, $this->parameters );
	}
}

class WP_Term {
	public function __construct( public int $term_id, public string $name, public int $parent = 0 ) {}
}

/** Categories: Home > Kitchen > Mugs. */
function get_term( int $id, string $taxonomy ): ?WP_Term {
	$names = array(
		1 => array( 'Home &amp; Garden', 0 ),
		2 => array( 'Kitchen', 1 ),
		3 => array( 'Mugs', 2 ),
	);
	return 'product_cat' === $taxonomy && isset( $names[ $id ] ) ? new WP_Term( $id, ...$names[ $id ] ) : null;
}

function get_term_by( string $field, string $value, string $taxonomy ) {
	return 'slug' === $field && 'pa_color' === $taxonomy ? new WP_Term( 9, ucfirst( $value ) ) : false;
}

function taxonomy_exists( string $taxonomy ): bool {
	return str_starts_with( $taxonomy, 'pa_' );
}

function get_post_meta( int $id, string $name ): string {
	return '_wp_attachment_image_alt' === $name ? "Picture $id" : '';
}

class WP_REST_Response {
	public array $headers = array();

	public function __construct( public $data = null, public int $status = 200 ) {}

	public function header( string $name, string $value ): void {
		$this->headers[ $name ] = $value;
	}

	public function get_data() {
		return $this->data;
	}

	public function get_status(): int {
		return $this->status;
	}
}

class WP_REST_Server {}
