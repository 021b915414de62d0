<?php
declare(strict_types=1);

namespace UcpHost\Rest;

use UcpHost\Pairing\SiteFacts;
use WP_REST_Response;
use WP_REST_Server;
use const UcpHost\VERSION;

defined( 'ABSPATH' ) || exit;

/** GET /store-info: nothing that a visitor of the shop could not see. */
final class StoreInfo {

	/** Colors of WooCommerce's own e-mails, which no merchant has chosen. */
	private const DEFAULT_COLORS = array( '#557da1', '#96588a', '#7f54b3', '#720eec', '#8526ff' );

	public function register(): void {
		register_rest_route(
			Routes::NAME_SPACE,
			'/store-info',
			array(
				'methods'             => WP_REST_Server::READABLE,
				'callback'            => array( $this, 'handle' ),
				'permission_callback' => '__return_true',
			)
		);
	}

	public function handle(): WP_REST_Response {
		$country = WC()->countries->get_base_country();
		return new WP_REST_Response(
			array(
				'name'               => get_bloginfo( 'name' ),
				'url'                => SiteFacts::url() . '/',
				'currency'           => get_woocommerce_currency(),
				'country'            => '' === $country ? null : $country,
				'product_count'      => (int) ( wp_count_posts( 'product' )->publish ?? 0 ),
				'prices_include_tax' => wc_prices_include_tax(),
				'time_zone'          => wp_timezone_string(),
				'versions'           => array(
					'wordpress'   => self::version( get_bloginfo( 'version' ) ),
					'woocommerce' => self::version( WC()->version ),
					'connector'   => VERSION,
				),
				'policies'           => self::policies(),
				'logo'               => self::logo(),
				'color'              => self::color(),
				'ships_to'           => array_keys( WC()->countries->get_shipping_countries() ),
				'pickup_places'      => self::pickup_places(),
				'guest_checkout'     => ! WC()->checkout()->is_registration_required(),
			) + self::plugins()
		);
	}

	/** Returns major and minor alone to visitors: the exact version names the known holes of a site. */
	private static function version( string $version ): string {
		return current_user_can( 'manage_woocommerce' ) ? $version : implode( '.', array_slice( explode( '.', $version ), 0, 2 ) );
	}

	/** Folders of the active plugins, for the service alone: to visitors they would name the holes of a site. @return array{plugins?: string[]} */
	private static function plugins(): array {
		if ( ! current_user_can( 'manage_woocommerce' ) ) {
			return array();
		}
		$network = array_keys( (array) get_site_option( 'active_sitewide_plugins', array() ) );
		$files   = array_filter( array_merge( (array) get_option( 'active_plugins', array() ), $network ), 'is_string' );
		return array( 'plugins' => array_values( array_unique( array_map( static fn( string $file ) => explode( '/', $file )[0], $files ) ) ) );
	}

	/** Prefers the square icon, which has room everywhere. */
	private static function logo(): ?string {
		$icon = get_site_icon_url( 192 );
		$logo = '' === $icon ? wp_get_attachment_image_url( (int) get_theme_mod( 'custom_logo' ), 'medium' ) : $icon;
		return is_string( $logo ) && '' !== $logo ? $logo : null;
	}

	/** Color of the merchant's e-mails, or else of the buttons of a block theme. */
	private static function color(): ?string {
		$email  = get_option( 'woocommerce_email_base_color' );
		$button = wp_is_block_theme()
			? wp_get_global_styles( array( 'elements', 'button', 'color', 'background' ), array( 'transforms' => array( 'resolve-variables' ) ) )
			: null;
		foreach ( array( $email, $button ) as $color ) {
			$hex = is_string( $color ) ? strtolower( $color ) : '';
			if ( preg_match( '/^#(?:[0-9a-f]{3}){1,2}$/D', $hex ) && ! in_array( $hex, self::DEFAULT_COLORS, true ) ) {
				return $hex;
			}
		}
		return null;
	}

	/** Places of the block checkout, by the ids that its rates have. @return array<int, array{id: string, name: string}> */
	private static function pickup_places(): array {
		$settings = get_option( 'woocommerce_pickup_location_settings' );
		if ( ! is_array( $settings ) || 'yes' !== ( $settings['enabled'] ?? '' ) ) {
			return array();
		}
		$places = array();
		foreach ( array_slice( (array) get_option( 'pickup_location_pickup_locations', array() ), 0, 100, true ) as $index => $place ) {
			if ( is_array( $place ) && ! empty( $place['enabled'] ) ) {
				$places[] = array(
					'id'   => 'pickup_location:' . $index,
					'name' => (string) ( $place['name'] ?? '' ),
				);
			}
		}
		return $places;
	}

	private static function policies(): array {
		$shipping = get_page_by_path( 'shipping-policy' );
		$pages    = array(
			'terms-of-service' => (int) wc_terms_and_conditions_page_id(),
			'privacy-policy'   => (int) get_option( 'wp_page_for_privacy_policy' ),
			'refund-policy'    => (int) get_option( 'woocommerce_refund_returns_page_id' ),
			'shipping-policy'  => $shipping ? $shipping->ID : 0,
		);
		$policies = array();
		foreach ( $pages as $rel => $page ) {
			if ( $page > 0 && 'publish' === get_post_status( $page ) && ! post_password_required( $page ) ) {
				$policies[] = array(
					'rel'  => $rel,
					'href' => (string) get_permalink( $page ),
				);
			}
		}
		return $policies;
	}
}
