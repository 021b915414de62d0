<?php
declare(strict_types=1);

/** Options, posts and rows, as WordPress would store them. */
final class Site {

	public static array $options    = array();
	public static array $transients = array();
	public static array $filters    = array();
	/** The page's headers forbid caches to keep it. */
	public static bool $is_uncached = false;
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
		self::$filters     = array();
		self::$is_uncached = false;
		self::$read       = array();
		self::$rights     = array( 'manage_woocommerce', 'manage_options' );
		self::$managers   = array( 7 );
		self::$scheduled  = array();
		self::$answers    = null;
		self::$requests   = array();
		foreach ( array( 'PHP_AUTH_USER', 'PHP_AUTH_PW', 'HTTP_AUTHORIZATION', 'REQUEST_METHOD' ) as $name ) {
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
	/** Rows of the buyers' steps by session and step. @var array<string, array<string, mixed>> */
	public array $steps = array();
	/** Statements that the shop's pages have cost. */
	public int $queries = 0;
	/** '0': another request holds it. */
	public string $lock = '1';
	/** @var array<int, array<string, mixed>> */
	public array $keys    = array();
	public int $insert_id = 0;
	/** Columns of variations. @var array<int, array<string, mixed>> */
	public array $variations = array();
	public string $posts     = 'wp_posts';
	public string $postmeta  = 'wp_postmeta';

	/** @param mixed ...$values */
	public function prepare( string $query, ...$values ): string {
		return vsprintf( strtr( $query, array( '%s' => "'%s'", '%i' => '`%s`' ) ), $values );
	}

	public function get_var( string $query ): ?string {
		if ( preg_match( "/^SELECT (\w+) FROM `wp_woocommerce_api_keys` WHERE key_id = (\d+) AND consumer_key = '(\w+)' AND permissions (?:=|IN) (.*)$/", $query, $found ) ) {
			$key = $this->keys[ (int) $found[2] ] ?? null;
			return $key && $key['consumer_key'] === $found[3] && str_contains( $found[4], "'$key[permissions]'" ) ? (string) $key[ $found[1] ] : null;
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

	/** Statements on the table of steps. */
	public function query( string $query ): int {
		++$this->queries;
		if ( preg_match( "/^INSERT IGNORE INTO .* VALUES \\('(.*)', '(\w+)', (\d+)\\)$/", $query, $found ) ) {
			$is_new       = ! isset( $this->steps[ "$found[1] $found[2]" ] );
			$this->steps += array(
				"$found[1] $found[2]" => array(
					'session_id' => $found[1],
					'step'       => $found[2],
					'reached_at' => $found[3],
					'tries'      => 0,
					'is_sent'    => 0,
				),
			);
			return $is_new ? 1 : 0;
		}
		if ( preg_match( '/^DELETE FROM `wp_ucp_host_buyer_steps`(?: WHERE reached_at < (\d+))?$/', $query, $found ) ) {
			$this->steps = array_filter( $this->steps, static fn( $step ) => isset( $found[1] ) && $step['reached_at'] >= $found[1] );
		}
		if ( preg_match( "/^DELETE FROM `wp_ucp_host_carts` WHERE cart_id = '(.*)' AND session_id = ''/", $query, $found ) ) {
			$this->carts = array_filter( $this->carts, static fn( $cart ) => $cart['cart_id'] !== $found[1] || '' !== $cart['session_id'] );
		}
		return 0;
	}

	public function get_results( string $query, string $shape = 'OBJECT' ): array {
		if ( str_contains( $query, "p.post_type = 'product_variation'" ) ) {
			return array_map( static fn( array $row ) => (object) $row, $this->variations );
		}
		preg_match( '/tries < (\d+) ORDER BY reached_at LIMIT (\d+)/', $query, $found );
		$waiting = array_filter( $this->steps, static fn( $step ) => 0 === $step['is_sent'] && $step['tries'] < $found[1] );
		return array_slice( array_values( $waiting ), 0, (int) $found[2] );
	}

	public function update( string $table, array $values, array $where ): int {
		if ( 'wp_ucp_host_buyer_steps' === $table ) {
			$this->steps[ "$where[session_id] $where[step]" ] = $values + $this->steps[ "$where[session_id] $where[step]" ];
			return 1;
		}
		foreach ( $this->keys as $id => $key ) {
			if ( array_intersect_assoc( $where, array( 'key_id' => $id ) + $key ) === $where ) {
				$this->keys[ $id ] = $values + $key;
			}
		}
		return 1;
	}

	public function get_row( string $query ): ?array {
		++$this->queries;
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
