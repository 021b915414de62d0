<?php
declare(strict_types=1);

namespace UcpHost\Admin;

use UcpHost\Pairing\SiteFacts;

defined( 'ABSPATH' ) || exit;

/** Versions, for support. */
final class VersionsPanel {

	public static function show(): void {
		$names = array(
			'connector'   => __( 'This plugin', 'ucp-host' ),
			'woocommerce' => 'WooCommerce',
			'wordpress'   => 'WordPress',
			'php'         => 'PHP',
		);
		Markup::open_panel( 'versions', __( 'Versions', 'ucp-host' ) );
		echo '<dl class="ucp-host-facts">';
		$versions = SiteFacts::versions();
		foreach ( $names as $key => $name ) {
			echo '<dt>' . esc_html( $name ) . '</dt><dd>' . esc_html( $versions[ $key ] ) . '</dd>';
		}
		echo '</dl>';
		Markup::close_panel();
	}
}
