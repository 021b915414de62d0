<?php
declare(strict_types=1);

namespace UcpHost\Admin;

use UcpHost\Pairing\Pairing;
use const UcpHost\PLUGIN_FILE;
use const UcpHost\VERSION;

defined( 'ABSPATH' ) || exit;

/** WooCommerce → Shopping agents. Showing it makes no call: the service's state is from the last check. */
final class SettingsPage {

	public const SLUG       = 'ucp-host';
	public const CAPABILITY = 'manage_woocommerce';

	public static function add(): void {
		if ( ! class_exists( 'WooCommerce', false ) ) {
			return;
		}
		$hook = add_submenu_page(
			'woocommerce',
			__( 'Shopping agents', 'ucp-host' ),
			__( 'Shopping agents', 'ucp-host' ),
			self::CAPABILITY,
			self::SLUG,
			array( self::class, 'show' )
		);
		if ( $hook ) {
			add_action( 'load-' . $hook, array( self::class, 'enqueue' ) );
		}
	}

	/** WooCommerce shows its header on pages that it knows. @param mixed $ids @return mixed */
	public static function introduce( $ids ) {
		return is_array( $ids ) ? array_merge( $ids, array( 'woocommerce_page_' . self::SLUG ) ) : $ids;
	}

	public static function enqueue(): void {
		wp_enqueue_style( 'ucp-host', plugins_url( 'assets/settings.css', PLUGIN_FILE ), array(), VERSION );
		wp_enqueue_script( 'ucp-host', plugins_url( 'assets/settings.js', PLUGIN_FILE ), array( 'wp-a11y' ), VERSION, true );
		wp_localize_script( 'ucp-host', 'ucpHost', array( 'copied' => __( 'Copied.', 'ucp-host' ) ) );
	}

	public static function url(): string {
		return admin_url( 'admin.php?page=' . self::SLUG );
	}

	/** @param mixed $links @return mixed */
	public static function link( $links ) {
		if ( ! is_array( $links ) || ! class_exists( 'WooCommerce', false ) || ! current_user_can( self::CAPABILITY ) ) {
			return $links;
		}
		$link = sprintf( '<a href="%s">%s</a>', esc_url( self::url() ), esc_html__( 'Settings', 'ucp-host' ) );
		return array_merge( array( 'settings' => $link ), $links );
	}

	public static function show(): void {
		$pairing = Pairing::stored();
		$said    = Said::take();
		echo '<div class="wrap woocommerce ucp-host">';
		echo '<h1>' . esc_html__( 'Shopping agents', 'ucp-host' ) . '</h1>';
		echo '<p class="ucp-host-lead">' . esc_html__( 'AI shopping agents find your products through a ucp-host service, and bring buyers to your own checkout.', 'ucp-host' ) . '</p>';
		ConnectionPanel::show( $pairing, self::of( 'connection', $said ) );
		if ( $pairing ) {
			HealthPanel::show( $pairing, self::of( 'health', $said ) );
			AgentsPanel::show( $pairing );
			DiscoveryPanel::show( $pairing, self::of( 'discovery', $said ) );
		}
		VersionsPanel::show();
		echo '</div>';
	}

	private static function of( string $panel, ?array $said ): ?array {
		return $said && $said['panel'] === $panel ? $said : null;
	}
}
