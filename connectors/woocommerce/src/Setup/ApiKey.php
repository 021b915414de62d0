<?php
declare(strict_types=1);

namespace UcpHost\Setup;

defined( 'ABSPATH' ) || exit;

/** The key with which the service calls, stored the way WooCommerce stores those that a merchant makes by hand. */
final class ApiKey {

	/** WooCommerce keeps only a hash of the consumer key; what the service needs to know stands here. */
	public const OPTION = 'ucp_host_key';

	public static function create(): void {
		global $wpdb;
		$owner = self::possible_owner();
		// Of two requests at once only one adds the option, and makes the key.
		if ( 0 === $owner || ! add_option( self::OPTION, array(), '', false ) ) {
			return;
		}
		$consumer_key    = 'ck_' . wc_rand_hash();
		$consumer_secret = 'cs_' . wc_rand_hash();
		$inserted        = $wpdb->insert(
			$wpdb->prefix . 'woocommerce_api_keys',
			array(
				'user_id'         => $owner,
				'description'     => 'ucp-host',
				'permissions'     => 'read_write',
				'consumer_key'    => wc_api_hash( $consumer_key ),
				'consumer_secret' => $consumer_secret,
				'truncated_key'   => substr( $consumer_key, -7 ),
			)
		);
		if ( ! $inserted ) {
			delete_option( self::OPTION );
			return;
		}
		$key = array(
			'key_id'          => (int) $wpdb->insert_id,
			'consumer_key'    => $consumer_key,
			'consumer_secret' => $consumer_secret,
		);
		update_option( self::OPTION, $key, false );
	}

	/** From now on a service knows the key. */
	public static function hand_over(): void {
		$key = get_option( self::OPTION );
		if ( is_array( $key ) ) {
			update_option( self::OPTION, array( 'is_known' => true ) + $key, false );
		}
	}

	/**
	 * The key for a new pairing. One that a service has had before, that the merchant has revoked, or whose owner may not run
	 * the shop any more, is made anew.
	 *
	 * @return array{consumer_key: string, consumer_secret: string}|null
	 */
	public static function for_service(): ?array {
		$key = get_option( self::OPTION );
		if ( isset( $key['is_known'] ) || ! user_can( self::owner(), 'manage_woocommerce' ) ) {
			self::revoke();
			self::create();
		}
		$key = get_option( self::OPTION );
		return is_array( $key ) && isset( $key['consumer_key'], $key['consumer_secret'] ) ? $key : null;
	}

	/** Whose rights the key has; 0 when it does not stand with WooCommerce any more. */
	public static function owner(): int {
		global $wpdb;
		$key = get_option( self::OPTION );
		if ( ! is_array( $key ) || ! isset( $key['key_id'], $key['consumer_key'] ) ) {
			return 0;
		}
		$query = "SELECT user_id FROM {$wpdb->prefix}woocommerce_api_keys WHERE key_id = %d AND consumer_key = %s AND permissions = 'read_write'";
		// phpcs:ignore WordPress.DB.PreparedSQL.NotPrepared -- the table's name is WooCommerce's.
		return (int) $wpdb->get_var( $wpdb->prepare( $query, $key['key_id'], wc_api_hash( $key['consumer_key'] ) ) );
	}

	public static function revoke(): void {
		global $wpdb;
		$key = get_option( self::OPTION );
		if ( isset( $key['key_id'] ) ) {
			$wpdb->delete( $wpdb->prefix . 'woocommerce_api_keys', array( 'key_id' => (int) $key['key_id'] ) );
		}
		delete_option( self::OPTION );
	}

	/** Whoever sets the plugin up, if that person runs the shop; from a command line the first administrator. */
	private static function possible_owner(): int {
		if ( current_user_can( 'manage_woocommerce' ) ) {
			return get_current_user_id();
		}
		if ( get_current_user_id() > 0 ) {
			return 0;
		}
		$administrators = get_users(
			array(
				'role'    => 'administrator',
				'orderby' => 'ID',
				'number'  => 1,
				'fields'  => 'ID',
			)
		);
		return (int) ( $administrators[0] ?? 0 );
	}
}
