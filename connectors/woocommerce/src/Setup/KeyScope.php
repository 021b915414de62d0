<?php
declare(strict_types=1);

namespace UcpHost\Setup;

use UcpHost\Rest\Routes;
use WP_Error;
use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

/**
 * Accepts the service's key, in one place and nowhere else: HTTP Basic, in its own header where the server keeps `Authorization` from
 * PHP, of a request over https that WordPress itself serves as REST. The
 * request may do only what docs/connector-protocol.md asks for: the plugin's own routes, and reading products and orders.
 */
final class KeyScope {

	private const READABLE = '#^/wc/v3/(products(/\d+(/variations)?)?|orders(/\d+(/refunds)?)?)/?$#D';

	/**
	 * WordPress determines the user again once it serves REST. An earlier sign-in would give the owner's rights to the pages and
	 * forms of WooCommerce and of plugins that answer at the same address.
	 *
	 * @param mixed $user
	 * @return mixed
	 */
	public static function sign_in( $user ) {
		list( $key, $secret ) = self::presented();
		if ( ! empty( $user ) || ! defined( 'REST_REQUEST' ) || ! REST_REQUEST || ! is_ssl() || ! is_string( $key ) || ! is_string( $secret ) || ! function_exists( 'wc_api_hash' ) ) {
			return $user;
		}
		$owner = ApiKey::accept( $key, $secret );
		if ( 0 === $owner ) {
			return $user;
		}
		if ( ! self::is_accepted() ) {
			add_filter( 'rest_pre_dispatch', array( self::class, 'narrow' ), PHP_INT_MIN, 3 );
			ApiKey::note_use( $key );
		}
		return $owner;
	}

	/** @return array{0: mixed, 1: mixed} */
	private static function presented(): array {
		// phpcs:disable WordPress.Security, WordPress.PHP.DiscouragedPHPFunctions -- only hashed, and compared.
		$own = $_SERVER['HTTP_X_UCP_AUTHORIZATION'] ?? '';
		if ( is_string( $own ) && str_starts_with( $own, 'Basic ' ) ) {
			return array_pad( explode( ':', (string) base64_decode( substr( $own, 6 ), true ), 2 ), 2, '' );
		}
		return array( $_SERVER['PHP_AUTH_USER'] ?? null, $_SERVER['PHP_AUTH_PW'] ?? null );
		// phpcs:enable
	}

	/** True when the service's key has signed in. */
	public static function is_accepted(): bool {
		return false !== has_filter( 'rest_pre_dispatch', array( self::class, 'narrow' ) );
	}

	/**
	 * @param mixed $result
	 * @param mixed $server
	 * @return mixed
	 */
	public static function narrow( $result, $server, WP_REST_Request $request ) {
		if ( self::allows( $request->get_method(), $request->get_route() ) ) {
			return $result;
		}
		return new WP_Error( 'ucp_host_key_scope', __( 'The REST key of a UCP service may not do this.', 'ucp-host' ), array( 'status' => 403 ) );
	}

	private static function allows( string $method, string $route ): bool {
		if ( str_starts_with( $route, '/' . Routes::NAME_SPACE . '/' ) ) {
			return true;
		}
		return in_array( $method, array( 'GET', 'HEAD' ), true ) && 1 === preg_match( self::READABLE, $route );
	}
}
