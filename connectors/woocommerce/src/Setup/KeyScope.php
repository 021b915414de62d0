<?php
declare(strict_types=1);

namespace UcpHost\Setup;

use UcpHost\Rest\Routes;
use WP_Error;
use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

/**
 * A WooCommerce key acts with all the rights of its owner, who may be an administrator. The service's key is narrowed here
 * to what docs/connector-protocol.md asks for: the plugin's own routes, and reading products and orders.
 */
final class KeyScope {

	private const READABLE = '#^/wc/v3/(products(/\d+(/variations)?)?|orders(/\d+(/refunds)?)?)/?$#D';

	/**
	 * WooCommerce's own look at the address is loose: an address of any page that names its REST API somewhere would do.
	 *
	 * @param mixed $is_rest_api
	 * @return mixed
	 */
	public static function authenticate( $is_rest_api ) {
		return $is_rest_api && self::is_presented() ? self::is_own_address() : $is_rest_api;
	}

	/**
	 * @param mixed $result
	 * @param mixed $server
	 * @return mixed
	 */
	public static function narrow( $result, $server, WP_REST_Request $request ) {
		if ( null !== $result || ! self::is_presented() || self::allows( $request->get_method(), $request->get_route() ) ) {
			return $result;
		}
		return new WP_Error( 'ucp_host_key_scope', __( 'The REST key of a UCP service may not do this.', 'ucp-host' ), array( 'status' => 403 ) );
	}

	/** WooCommerce's legacy API takes the same keys, and none of its calls is in the protocol. @param mixed $user @return mixed */
	public static function refuse_legacy( $user ) {
		return self::is_presented() ? new WP_Error( 'ucp_host_key_scope', 'ucp_host_key_scope', array( 'code' => 403 ) ) : $user;
	}

	public static function allows( string $method, string $route ): bool {
		if ( str_starts_with( $route, '/' . Routes::NAME_SPACE . '/' ) ) {
			return true;
		}
		return in_array( $method, array( 'GET', 'HEAD' ), true ) && 1 === preg_match( self::READABLE, $route );
	}

	/** True when the request carries the service's key in any place in which WooCommerce looks for one. */
	public static function is_presented(): bool {
		foreach ( self::presented() as $consumer_key ) {
			if ( is_string( $consumer_key ) && str_starts_with( $consumer_key, 'ck_' ) && function_exists( 'wc_api_hash' ) && ApiKey::is( $consumer_key ) ) {
				return true;
			}
		}
		return false;
	}

	private static function presented(): array {
		// phpcs:disable WordPress.Security -- only compared with a hash.
		$header = (string) ( $_SERVER['HTTP_AUTHORIZATION'] ?? '' );
		if ( '' === $header && function_exists( 'getallheaders' ) ) {
			$header = (string) ( array_change_key_case( getallheaders() )['authorization'] ?? '' );
		}
		preg_match_all( '/oauth_consumer_key="?([^",\s]+)/', $header, $found );
		return array(
			$_SERVER['PHP_AUTH_USER'] ?? null,
			$_GET['consumer_key'] ?? null,
			$_GET['oauth_consumer_key'] ?? null,
			$_POST['oauth_consumer_key'] ?? null,
			...array_map( 'urldecode', $found[1] ),
		);
		// phpcs:enable
	}

	/** The address itself must be one of the two parts of the REST API, and nothing may lead WordPress elsewhere. */
	private static function is_own_address(): bool {
		// phpcs:disable WordPress.Security -- only compared.
		if ( isset( $_GET['rest_route'] ) || isset( $_POST['rest_route'] ) ) {
			return false;
		}
		$path = (string) wp_parse_url( (string) ( $_SERVER['REQUEST_URI'] ?? '' ), PHP_URL_PATH );
		// phpcs:enable
		$folder = preg_quote( rtrim( (string) wp_parse_url( home_url(), PHP_URL_PATH ), '/' ), '#' );
		$prefix = preg_quote( rest_get_url_prefix(), '#' );
		return 1 === preg_match( "#^$folder(/index\.php)?/$prefix/(wc/v3/(products|orders)|" . Routes::NAME_SPACE . ')(/|$)#D', $path );
	}
}
