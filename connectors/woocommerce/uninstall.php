<?php
/**
 * Removes what the plugin has made: its REST key, webhooks, tables, tasks, options and the meta that it wrote. Never an order.
 */

declare(strict_types=1);

defined( 'ABSPATH' ) || exit;
defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

// phpcs:disable WordPress.DB.DirectDatabaseQuery, WordPress.DB.SlowDBQuery -- runs once, over tables of plugins that may be gone.

/** Notifies the service and ignores its answer. A copy of a shop sends nothing. */
$ucp_host_tell = static function ( array $pairing ): void {
	if ( untrailingslashit( (string) get_option( 'home' ) ) === $pairing['site_url'] ) {
		wp_remote_post(
			$pairing['service_url'] . '/api/connector/unpair',
			array(
				'headers'     => array(
					'Authorization' => 'Bearer ' . $pairing['service_token'],
					'Content-Type'  => 'application/json',
				),
				'body'        => '{}',
				'timeout'     => 5,
				'redirection' => 0,
			)
		);
	}
};

$ucp_host_remove = static function () use ( $ucp_host_tell ): void {
	global $wpdb;
	$key      = get_option( 'ucp_host_key' );
	$attempt  = get_option( 'ucp_host_pairing_attempt' );
	$pairing  = get_option( 'ucp_host_pairing' );
	$keys     = $wpdb->prefix . 'woocommerce_api_keys';
	$webhooks = $wpdb->prefix . 'wc_webhooks';
	$metas    = array( $wpdb->postmeta, $wpdb->prefix . 'wc_orders_meta' );
	$existing = $wpdb->get_col( $wpdb->prepare( 'SHOW TABLES LIKE %s', $wpdb->esc_like( $wpdb->prefix ) . '%' ) );
	if ( isset( $pairing['service_url'], $pairing['service_token'], $pairing['site_url'] ) ) {
		$ucp_host_tell( $pairing );
	}
	if ( isset( $pairing['webhook_address'], $pairing['webhook_secret'] ) && in_array( $webhooks, $existing, true ) ) {
		$fingerprint = substr( hash( 'sha256', 'ucp-host webhook ' . $pairing['webhook_secret'] ), 0, 8 );
		$wpdb->query( $wpdb->prepare( 'DELETE FROM %i WHERE delivery_url = %s OR name LIKE %s', $webhooks, $pairing['webhook_address'], 'ucp-host % (' . $fingerprint . ')' ) );
		foreach ( array( '', '_status_active', '_status_paused', '_status_disabled' ) as $list ) {
			delete_transient( 'woocommerce_webhook_ids' . $list );
		}
	}
	if ( in_array( $keys, $existing, true ) ) {
		foreach ( array_filter( array( $key['key_id'] ?? 0, $attempt['key']['key_id'] ?? 0 ) ) as $id ) {
			$wpdb->delete( $keys, array( 'key_id' => (int) $id ) );
		}
	}
	foreach ( array_intersect( $metas, $existing ) as $table ) {
		foreach ( array( 'service_session_id', '_ucp_host_cart_id' ) as $meta ) {
			$wpdb->delete( $table, array( 'meta_key' => $meta ) );
		}
	}
	foreach ( array( 'carts', 'buyer_steps' ) as $table ) {
		$wpdb->query( $wpdb->prepare( 'DROP TABLE IF EXISTS %i', $wpdb->prefix . 'ucp_host_' . $table ) );
	}
	foreach ( array( 'key', 'paired', 'pairing', 'pairing_attempt', 'status', 'unpaired', 'service_url', 'discovery', 'table_version', 'version' ) as $option ) {
		delete_option( 'ucp_host_' . $option );
	}
	foreach ( array( '', '_2026-04-08' ) as $version ) {
		delete_transient( 'ucp_host_manifest' . $version );
	}
	wp_clear_scheduled_hook( 'ucp_host_clean_carts' );
	wp_clear_scheduled_hook( 'ucp_host_mend' );
	wp_clear_scheduled_hook( 'ucp_host_end_attempt' );
	wp_clear_scheduled_hook( 'ucp_host_report_steps' );
};

if ( ! is_multisite() ) {
	$ucp_host_remove();
	return;
}

foreach ( get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) as $ucp_host_site ) {
	switch_to_blog( $ucp_host_site );
	$ucp_host_remove();
	restore_current_blog();
}
