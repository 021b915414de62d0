<?php
declare(strict_types=1);

namespace UcpHost\Admin;

use UcpHost\Pairing\LastStatus;
use UcpHost\Pairing\Pairing;

defined( 'ABSPATH' ) || exit;

/** Capabilities as the service has them switched, and the addresses of their manifests. */
final class AgentsPanel {

	public static function show( Pairing $pairing ): void {
		$status = LastStatus::kept();
		Markup::open_panel( 'agents', __( 'What agents can do', 'ucp-host' ) );
		echo '<ul class="ucp-host-capabilities">';
		foreach ( self::words() as $name => $word ) {
			$is_on = $pairing->capabilities[ $name ] ?? true;
			printf( '<li><span>%s</span> ', esc_html( $word ) );
			Markup::badge( $is_on ? true : null, $is_on ? __( 'On', 'ucp-host' ) : __( 'Off', 'ucp-host' ) );
			echo '</li>';
		}
		echo '</ul><p class="description">';
		/* translators: %s: such as "5 minutes ago" */
		printf( esc_html__( 'Last update: %s. Change these in the console of the service.', 'ucp-host' ), Markup::time( $status['asked_at'] ?? $pairing->paired_at ) ); // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- escaped where it is made.
		echo '</p><p class="description">' . esc_html__( 'Whatever agents do, their searches take at most a sixth of the time of your shop: fewer than two calls a second where a call takes a tenth of a second.', 'ucp-host' ) . '</p>';
		Markup::copyable( 'ucp-host-manifest', __( 'Address of the manifest', 'ucp-host' ), $pairing->manifest_url );
		if ( '' !== $pairing->profile_url ) {
			Markup::copyable( 'ucp-host-profile', __( 'Address of the official UCP profile', 'ucp-host' ), $pairing->profile_url );
		}
		Markup::close_panel();
	}

	/** Catalog and checkout cannot be switched off. @return array<string, string> */
	private static function words(): array {
		return array(
			'catalog'     => __( 'Search products', 'ucp-host' ),
			'checkout'    => __( 'Prepare a checkout', 'ucp-host' ),
			'cart'        => __( 'Build carts', 'ucp-host' ),
			'discount'    => __( 'Use coupon codes', 'ucp-host' ),
			'fulfillment' => __( 'Ask for shipping costs', 'ucp-host' ),
			'order'       => __( 'Follow their orders', 'ucp-host' ),
		);
	}
}
