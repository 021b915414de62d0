<?php
declare(strict_types=1);

namespace UcpHost\Rest;

use UcpHost\Carts\Cart;
use UcpHost\Carts\CartTable;
use UcpHost\Pricing\CartRules;
use UcpHost\Pricing\Items;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

/** Says in a header of GET /wc/v3/orders?service_session_id=… why the session's cart cannot be paid, unless an order has sold it. */
final class CartProblem {

	public const HEADER = 'X-UCP-Host-Cart-Problem';

	private const MAX_ITEMS = 20;

	/**
	 * @param mixed $response
	 * @param mixed $server
	 * @return mixed
	 */
	public static function add( $response, $server, WP_REST_Request $request ) {
		$is_of_session = '/wc/v3/orders' === $request->get_route() && is_string( $request['service_session_id'] );
		if ( ! $is_of_session || ! $response instanceof WP_REST_Response || 200 !== $response->get_status() || self::has_sold( $response->get_data() ) ) {
			return $response;
		}
		$problem = self::of( strtolower( $request['service_session_id'] ) );
		if ( $problem ) {
			// Headers are ASCII: other characters are escaped.
			$response->header( self::HEADER, (string) wp_json_encode( $problem ) );
		}
		return $response;
	}

	/** @param mixed $orders */
	private static function has_sold( $orders ): bool {
		return ! is_array( $orders ) || array() !== array_filter( $orders, static fn( $order ) => Cart::has_sold( (string) ( $order['status'] ?? '' ) ) );
	}

	/** The cart of a session has its id. An empty one was canceled by its agent. */
	private static function of( string $session_id ): ?array {
		$cart = wp_is_uuid( $session_id ) ? CartTable::find( $session_id ) : null;
		if ( ! $cart || $cart->has_expired() ) {
			return array( 'problem' => 'expired' );
		}
		$items = Items::problems( $cart->content->items, false );
		if ( $items ) {
			return array(
				'problem' => 'items',
				'items'   => array_slice( $items, 0, self::MAX_ITEMS ),
			);
		}
		$message = CartRules::refusal_of( $cart );
		return null === $message ? null : array(
			'problem' => 'refused',
			'message' => $message,
		);
	}
}
