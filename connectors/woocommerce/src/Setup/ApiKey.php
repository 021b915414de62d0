<?php
declare(strict_types=1);

namespace UcpHost\Setup;

/** The key with which the service calls, stored the way WooCommerce stores those that a merchant makes by hand. */
final class ApiKey {

	/** WooCommerce keeps only a hash of the consumer key; what the service needs stands here until it is handed over. */
	public const OPTION = 'ucp_host_key';

	public static function create(): void {
		global $wpdb;
		$owner = self::owner();
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

	/** Whoever sets the plugin up, if that person runs the shop; from a command line the first administrator. */
	private static function owner(): int {
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
