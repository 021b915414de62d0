<?php
declare(strict_types=1);

namespace UcpHost\Rest;

use UcpHost\Carts\Cart;
use UcpHost\Carts\CartContent;
use UcpHost\Pricing\Destination;
use UcpHost\Pricing\OpenChoices;
use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

/** The body of POST /cart/create. */
final class CartRequest {

	private const UUID = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

	private function __construct( private WP_REST_Request $request ) {}

	public static function of( WP_REST_Request $request ): self {
		return new self( $request );
	}

	/** JSON schema as WordPress checks it, before the permission is looked at. */
	public static function schema(): array {
		$text = array( 'type' => 'string' );
		$uuid = array(
			'type'    => 'string',
			'pattern' => self::UUID,
		);
		$item = array(
			'type'       => 'object',
			'properties' => array(
				'id'       => array(
					'type'     => array( 'integer', 'string' ),
					'minimum'  => 1,
					'pattern'  => OpenChoices::ITEM_ID,
					'required' => true,
				),
				'quantity' => array(
					'type'     => 'integer',
					'minimum'  => 1,
					'maximum'  => 9999,
					'required' => true,
				),
			),
		);
		return array(
			'cart_id'     => $uuid + array( 'required' => true ),
			'session_id'  => $uuid,
			'items'       => array(
				'type'     => 'array',
				'items'    => $item,
				'required' => true,
			),
			'coupons'     => array(
				'type'  => 'array',
				'items' => $text,
			),
			'buyer'       => array(
				'type'       => 'object',
				'properties' => array(
					'email' => $text,
					'name'  => $text,
				),
			),
			'destination' => array(
				'type'       => array( 'object', 'null' ),
				'properties' => array( 'country' => $text + array( 'required' => true ) )
					+ array_fill_keys( array( 'region', 'postal_code', 'city', 'line1', 'line2', 'first_name', 'last_name', 'phone' ), $text ),
			),
			'shipping_option' => $text,
			'quote'       => array( 'type' => 'boolean' ),
			'check'       => array( 'type' => 'boolean' ),
		);
	}

	public function is_quote(): bool {
		return true === $this->request['quote'];
	}

	/** True for a cart by which the service looks whether buyers reach the checkout. */
	public function is_check(): bool {
		return true === $this->request['check'];
	}

	public function cart_id(): string {
		return strtolower( $this->request['cart_id'] );
	}

	/** Left out: the one that the cart had. */
	public function session_id( ?Cart $before ): string {
		return strtolower( $this->request['session_id'] ?? ( $before ? $before->session_id : '' ) );
	}

	/** Omitted members stay unchanged; items are always replaced, and with a destination the shipping option. */
	public function content( ?Cart $before ): CartContent {
		$old         = $before ? $before->content : CartContent::of_array( array() );
		$buyer       = $this->request['buyer'];
		$destination = $this->request['destination'];
		$is_moved    = $this->request->has_param( 'destination' );
		return new CartContent(
			$this->items(),
			array_values( $this->request['coupons'] ?? $old->coupons ),
			null === $buyer ? $old->email : sanitize_email( $buyer['email'] ?? '' ),
			null === $buyer ? $old->name : sanitize_text_field( $buyer['name'] ?? '' ),
			null === $destination ? ( $is_moved ? null : $old->destination ) : Destination::of_request( array_map( 'sanitize_text_field', $destination ) ),
			$is_moved ? sanitize_text_field( $this->request['shipping_option'] ?? '' ) : $old->shipping_option
		);
	}

	/** @return array<int|string, int> Of equal ids the quantities are added up. */
	public function items(): array {
		$items = array();
		foreach ( $this->request['items'] as $item ) {
			$id           = is_string( $item['id'] ) && ! ctype_digit( $item['id'] ) ? $item['id'] : (int) $item['id'];
			$items[ $id ] = ( $items[ $id ] ?? 0 ) + (int) $item['quantity'];
		}
		return $items;
	}
}
