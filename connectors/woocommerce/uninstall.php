<?php
/**
 * Removes what the plugin has made: its REST key, table, options and the meta that it wrote. Never an order.
 */

declare(strict_types=1);

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

$ucp_host_remove = static function (): void {
	global $wpdb;
	$key      = get_option( 'ucp_host_key' );
	$keys     = $wpdb->prefix . 'woocommerce_api_keys';
	$metas    = array( $wpdb->postmeta, $wpdb->prefix . 'wc_orders_meta' );
	$existing = $wpdb->get_col( $wpdb->prepare( 'SHOW TABLES LIKE %s', $wpdb->esc_like( $wpdb->prefix ) . '%' ) );
	if ( isset( $key['key_id'] ) && in_array( $keys, $existing, true ) ) {
		$wpdb->delete( $keys, array( 'key_id' => (int) $key['key_id'] ) );
	}
	foreach ( array_intersect( $metas, $existing ) as $table ) {
		foreach ( array( 'service_session_id', '_ucp_host_cart_id' ) as $meta ) {
			$wpdb->delete( $table, array( 'meta_key' => $meta ) );
		}
	}
	$wpdb->query( 'DROP TABLE IF EXISTS ' . $wpdb->prefix . 'ucp_host_carts' );
	foreach ( array( 'ucp_host_key', 'ucp_host_paired', 'ucp_host_table_version' ) as $option ) {
		delete_option( $option );
	}
	wp_clear_scheduled_hook( 'ucp_host_clean_carts' );
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
