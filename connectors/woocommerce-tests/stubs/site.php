<?php
declare(strict_types=1);

/** Options, posts and rows, as WordPress would store them. */
final class Site {

	public static array $options    = array();
	public static array $transients = array();
	public static array $filters    = array();
	/** Status of the page that was sent. */
	public static int $status       = 200;
	/** Names of options that were read, other than those that WordPress loads with every page. @var string[] */
	public static array $read       = array();
	/** Capabilities of the current user. */
	public static array $rights     = array();
	/** Users who may run the shop. @var int[] */
	public static array $managers   = array();
	/** @var array<string, int> */
	public static array $scheduled  = array();
	/** Answers outgoing requests; receives URL and arguments. @var callable|null */
	public static $answers = null;
	/** @var array<int, array{url: string, arguments: array}> */
	public static array $requests = array();

	public static function begin(): void {
		self::$options    = array(
			'home'                => 'https://shop.example',
			'blogname'            => 'Corner Shop',
			'permalink_structure' => '/%postname%/',
		);
		self::$transients = array();
		self::$filters    = array();
		self::$read       = array();
		self::$rights     = array( 'manage_woocommerce', 'manage_options' );
		self::$managers   = array( 7 );
		self::$scheduled  = array();
		self::$answers    = null;
		self::$requests   = array();
		foreach ( array( 'PHP_AUTH_USER', 'HTTP_AUTHORIZATION', 'REQUEST_URI' ) as $name ) {
			unset( $_SERVER[ $name ] );
		}
		$_GET             = array();
		$_POST            = array();
		$GLOBALS['wpdb']  = new FakeDatabase();
		Shop::begin();
	}
}

final class FakeDatabase {

	public string $prefix     = 'wp_';
	public string $last_error = '';
	/** @var array<string, array<string, mixed>> */
	public array $carts = array();
	/** '0': another request holds it. */
	public string $lock = '1';
	/** @var array<int, array<string, mixed>> */
	public array $keys    = array();
	public int $insert_id = 0;

	/** @param mixed ...$values */
	public function prepare( string $query, ...$values ): string {
		return vsprintf( strtr( $query, array( '%s' => "'%s'", '%i' => '`%s`' ) ), $values );
	}

	public function get_var( string $query ): ?string {
		if ( preg_match( "/woocommerce_api_keys` WHERE key_id = (\d+) AND consumer_key = '(\w+)' AND permissions = '(\w+)'/", $query, $found ) ) {
			$key = $this->keys[ (int) $found[1] ] ?? null;
			return $key && array( $key['consumer_key'], $key['permissions'] ) === array( $found[2], $found[3] ) ? (string) $key['user_id'] : null;
		}
		return str_contains( $query, 'GET_LOCK' ) ? $this->lock : null;
	}

	public function get_charset_collate(): string {
		return '';
	}

	public function insert( string $table, array $row ): int {
		$this->keys[ ++$this->insert_id ] = $row;
		return 1;
	}

	public function delete( string $table, array $where ): int {
		unset( $this->keys[ $where['key_id'] ] );
		return 1;
	}

	public function update( string $table, array $values, array $where ): int {
		foreach ( $this->keys as $id => $key ) {
			if ( $id === $where['key_id'] && $key['permissions'] === $where['permissions'] ) {
				$this->keys[ $id ] = $values + $key;
			}
		}
		return 1;
	}

	public function get_row( string $query ): ?array {
		preg_match( "/WHERE `(\w+)` = '(.*)'/", $query, $found );
		foreach ( $this->carts as $cart ) {
			// As MySQL compares text: without regard to case.
			if ( 0 === strcasecmp( (string) $cart[ $found[1] ], $found[2] ) ) {
				return $cart;
			}
		}
		return null;
	}

	public function replace( string $table, array $row ): int {
		$this->carts[ $row['cart_id'] ] = $row + array(
			'order_id'   => 0,
			'ordered_by' => '',
		);
		return 1;
	}
}
