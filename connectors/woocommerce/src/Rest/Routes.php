<?php
declare(strict_types=1);

namespace UcpHost\Rest;

use UcpHost\Setup\Requirements;
use WP_HTTP_Response;
use WP_REST_Request;
use WP_REST_Server;

defined( 'ABSPATH' ) || exit;

/** The plugin's own endpoints. The namespace begins with `wc-`: WooCommerce's keys authenticate nowhere else. */
final class Routes {

	public const NAME_SPACE = 'wc-ucp-host/v1';

	public static function register(): void {
		if ( ! class_exists( 'WooCommerce', false ) || version_compare( WC()->version, Requirements::OLDEST_WOOCOMMERCE, '<' ) ) {
			return;
		}
		( new StoreInfo() )->register();
		( new Health() )->register();
		( new CartCreate() )->register();
		( new PairingProof() )->register();
		( new Unpair() )->register();
		( new Webhooks() )->register();
	}

	/**
	 * Page caches that keep REST answers decide before the answer has its own headers.
	 *
	 * @param mixed $result
	 * @return mixed
	 */
	public static function leave_page_caches( $result, WP_REST_Server $server, WP_REST_Request $request ) {
		if ( self::is_own( $request ) ) {
			defined( 'DONOTCACHEPAGE' ) || define( 'DONOTCACHEPAGE', true ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals.NonPrefixedConstantFound -- the name that page caches read.
			// phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals.NonPrefixedHooknameFound -- the hook of LiteSpeed's cache, which reads nothing else.
			do_action( 'litespeed_control_set_nocache', 'ucp-host' );
			nocache_headers();
		}
		return $result;
	}

	private static function is_own( WP_REST_Request $request ): bool {
		return str_starts_with( $request->get_route(), '/' . self::NAME_SPACE . '/' );
	}

	/**
	 * @param mixed $response
	 * @return mixed
	 */
	public static function forbid_caching( $response, WP_REST_Server $server, WP_REST_Request $request ) {
		if ( $response instanceof WP_HTTP_Response && self::is_own( $request ) ) {
			$response->header( 'Cache-Control', 'no-store' );
			if ( 503 === $response->get_status() ) {
				$response->header( 'Retry-After', '1' );
			}
		}
		return $response;
	}
}
