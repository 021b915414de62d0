<?php
declare(strict_types=1);

namespace UcpHost\Admin;

use UcpHost\Pairing\Ending;
use UcpHost\Setup\Requirements;

defined( 'ABSPATH' ) || exit;

/** Messages outside the settings page: on the dashboard, the plugins list and WooCommerce's pages. */
final class Notices {

	public static function show(): void {
		$screen = get_current_screen();
		$id     = $screen ? $screen->id : '';
		if ( ! current_user_can( SettingsPage::CAPABILITY ) && ! current_user_can( 'activate_plugins' ) ) {
			return;
		}
		if ( ! in_array( $id, array( 'dashboard', 'plugins' ), true ) && ! str_starts_with( $id, 'woocommerce_page_wc-' ) ) {
			return;
		}
		$problem = Requirements::problem();
		if ( $problem ) {
			self::say( 'notice-warning', $problem->message . ' ' . $problem->remedy );
		}
		$ending = Ending::noted();
		if ( $ending ) {
			/* translators: %s: the name of a service */
			self::say( 'notice-warning', sprintf( __( 'This shop is not paired any more: it was unpaired in %s.', 'ucp-host' ), $ending['service_name'] ), self::link() );
		}
	}

	private static function link(): string {
		$dismiss = wp_nonce_url( admin_url( 'admin-post.php?action=' . Actions::PREFIX . 'dismiss' ), Actions::PREFIX . 'dismiss' );
		return sprintf(
			' <a href="%s">%s</a> · <a href="%s">%s</a>',
			esc_url( SettingsPage::url() ),
			esc_html__( 'Settings', 'ucp-host' ),
			esc_url( $dismiss ),
			esc_html__( 'Dismiss', 'ucp-host' )
		);
	}

	/** @param string $html Escaped already. */
	private static function say( string $look, string $message, string $html = '' ): void {
		printf( '<div class="notice %s"><p><strong>UCP Host:</strong> %s%s</p></div>', esc_attr( $look ), esc_html( $message ), wp_kses_post( $html ) );
	}
}
