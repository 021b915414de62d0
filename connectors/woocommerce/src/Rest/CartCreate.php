<?php
declare(strict_types=1);

namespace UcpHost\Rest;

use UcpHost\Carts\Cart;
use UcpHost\Carts\CartContent;
use UcpHost\Carts\CartLock;
use UcpHost\Carts\CartTable;
use UcpHost\Checkout\BuyerSession;
use UcpHost\Pairing\SiteFacts;
use UcpHost\Pricing\CartLines;
use UcpHost\Pricing\CartRules;
use UcpHost\Pricing\CheckoutWarnings;
use UcpHost\Pricing\Coupons;
use UcpHost\Pricing\GuestCart;
use UcpHost\Pricing\Items;
use UcpHost\Pricing\Money;
use UcpHost\Pricing\OpenChoices;
use UcpHost\Pricing\PlannedOrder;
use UcpHost\Pricing\Shipping;
use UcpHost\Pricing\ShownPrice;
use UcpHost\Pricing\Totals;
use UcpHost\Pricing\WaysOfPaying;
use Throwable;
use WC_Cart;
use WC_Shipping;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;
use WP_REST_Server;

defined( 'ABSPATH' ) || exit;

/** POST /cart/create: makes, replaces or empties a cart, or says what sending goods would cost. The service's own test of the checkout is deleted. */
final class CartCreate {

	private const SECONDS_TO_WAIT = 5;

	public function register(): void {
		register_rest_route(
			Routes::NAME_SPACE,
			'/cart/create',
			array(
				'methods'             => WP_REST_Server::CREATABLE,
				'callback'            => array( $this, 'handle' ),
				'permission_callback' => static fn() => current_user_can( 'manage_woocommerce' ),
				'args'                => CartRequest::schema(),
			)
		);
	}

	public function handle( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		if ( ! get_option( Health::PAIRED ) ) {
			update_option( Health::PAIRED, '1' );
		}
		// Discards output of plugins, which would precede the JSON.
		ob_start();
		try {
			$asked = CartRequest::of( $request );
			if ( $asked->is_quote() ) {
				return $this->quote( $asked );
			}
			if ( $asked->is_check() && ! $asked->items() ) {
				CartTable::discard( $asked->cart_id() );
				BuyerSession::discard( $asked->cart_id() );
				return new WP_REST_Response( array( 'cart_id' => $asked->cart_id() ) );
			}
			// Emptying goes on: agents cancel what buyers cannot pay.
			if ( $asked->items() && SiteFacts::is_coming_soon() ) {
				throw Refusal::coming_soon();
			}
			return $this->put( $asked );
		} catch ( Refusal $refusal ) {
			return $refusal->to_error();
		} finally {
			ob_end_clean();
		}
	}

	private function quote( CartRequest $asked ): WP_REST_Response {
		$content = $asked->content( null );
		$quote   = $this->lend(
			$content,
			function ( WC_Cart $cart ) use ( $content ): array {
				Items::fill( $cart, $content->items );
				return array(
					'currency'       => get_woocommerce_currency(),
					'needs_shipping' => $cart->needs_shipping(),
				) + $this->rates( $cart, $content );
			}
		);
		return new WP_REST_Response( $quote );
	}

	private function put( CartRequest $asked ): WP_REST_Response {
		$id = $asked->cart_id();
		if ( ! CartLock::take( $id, self::SECONDS_TO_WAIT ) ) {
			throw Refusal::busy();
		}
		try {
			$before = $this->before( $id );
			$known  = $asked->content( $before );
			$priced = $this->lend( $known, fn( WC_Cart $cart ) => $this->price( $cart, $known ) );
			$cart   = CartTable::put( $id, $asked->session_id( $before ), $known, $before );
			return new WP_REST_Response( $this->head( $cart ) + $priced, $before ? 200 : 201 );
		} finally {
			CartLock::release( $id );
		}
	}

	/**
	 * A carrier's plugin that throws refuses the destination, not the cart.
	 *
	 * @param callable(WC_Cart): array $work
	 */
	private function lend( CartContent $content, callable $work ): array {
		try {
			return GuestCart::lend( $content->destination, $work );
		} catch ( Refusal $refusal ) {
			throw $refusal;
		} catch ( Throwable $failure ) {
			if ( null === $content->destination || ! in_array( WC_Shipping::class, array_column( $failure->getTrace(), 'class' ), true ) ) {
				throw $failure;
			}
			throw Refusal::shipping_failed();
		}
	}

	/** The cart as it was; null when it is new, or has expired. */
	private function before( string $id ): ?Cart {
		$cart = CartTable::find( $id );
		if ( $cart && $cart->sold_as() ) {
			throw Refusal::cart_paid();
		}
		return $cart && ! $cart->has_expired() ? $cart : null;
	}

	private function head( Cart $cart ): array {
		return array(
			'cart_id'      => $cart->id,
			'checkout_url' => $cart->checkout_url(),
			'expires_at'   => gmdate( 'Y-m-d\TH:i:s\Z', $cart->expires_at ),
		);
	}

	private function price( WC_Cart $cart, CartContent $content ): array {
		$currency = get_woocommerce_currency();
		if ( '' !== $content->email ) {
			WC()->customer->set_billing_email( $content->email );
		}
		$keys     = Items::fill( $cart, $content->items );
		$rejected = Coupons::apply( $cart, $content->coupons, $content->email );
		$cart->calculate_totals();
		if ( null !== $content->destination ) {
			Shipping::choose( $cart, $content->shipping_option );
		}
		$warning = WaysOfPaying::choose( $cart, $currency );
		CartRules::ask( $cart, null !== $content->destination );
		$rates   = $this->rates( $cart, $content );
		$lines   = CartLines::of( $cart, $content->items, $keys );
		$items   = array_map( fn( $id ) => $this->line( $lines->item( $id ), $id, $currency ), array_keys( $content->items ) );
		$added   = array_map( fn( array $line ) => $this->line( $line, OpenChoices::id_of( $line['line'] ), $currency ), $lines->added() );
		$fees    = Totals::fees( $cart, $currency );
		$is_sent = array() !== $rates['shipping_rates'];
		$order   = PlannedOrder::of( $cart, $is_sent );
		$warnings = array_merge( array_filter( array( $warning ), 'is_string' ), Totals::warnings( $cart, $order ), $lines->fractions( $currency ) );
		$priced   = array(
			'currency'      => $currency,
			'items'         => $items,
			'totals'        => Totals::of( $cart, $order, $is_sent, $currency ),
			'coupons'       => array(
				'applied'  => Coupons::applied( $cart, $currency ),
				'rejected' => $rejected,
			),
			'selected_rate' => $is_sent ? Shipping::chosen() : null,
		) + $rates;
		return $priced + array_filter(
			array(
				'added_items' => $added,
				'fees'        => $fees,
				'warnings'    => array_merge( $warnings, CheckoutWarnings::of( $cart, null !== $content->destination ) ),
			)
		);
	}

	/** Rates of the destination and of each parcel; none without a destination. */
	private function rates( WC_Cart $cart, CartContent $content ): array {
		if ( null === $content->destination ) {
			return array( 'shipping_rates' => array() );
		}
		$currency = get_woocommerce_currency();
		$parcels  = Shipping::parcels( $cart, $currency );
		return array( 'shipping_rates' => Shipping::rates( $cart, $currency, $content->shipping_option ) ) + ( $parcels ? array( 'parcels' => $parcels ) : array() );
	}

	/** @param array $lines The lines of an item as one, as in `CartLines::item`. @param int|string $id */
	private function line( array $lines, $id, string $currency ): array {
		list( 'line' => $line, 'quantity' => $quantity, 'subtotal' => $subtotal ) = $lines;
		$image    = wp_get_attachment_image_url( (int) $line['data']->get_image_id(), 'full' );
		$is_whole = floor( $quantity ) === $quantity;
		$pieces   = $is_whole ? $quantity : 1;
		return array(
			'id'             => $id,
			'product_id'     => (int) $line['product_id'],
			'name'           => Items::title( $line['data'], $line['variation'] ?? null ) . ( $is_whole ? '' : ' × ' . $quantity ),
			'quantity'       => (int) $pieces,
			'price'          => Money::to_minor_units( $subtotal / $pieces, $currency ),
			'price_with_tax' => Money::to_minor_units( $lines['gross'] / $pieces, $currency ),
			'subtotal'       => Money::to_minor_units( $subtotal, $currency ),
			'discount'       => max( 0, Money::to_minor_units( $subtotal - $lines['total'], $currency ) ),
			'image'          => $image ? $image : null,
			'needs_shipping' => $line['data']->needs_shipping(),
		) + $this->price_text( (int) $id );
	}

	/** Reads a product that no cart has changed: plugins set another price on the one of a line. @return array{price_text?: string} */
	private function price_text( int $id ): array {
		$text = ShownPrice::read( wc_get_product( $id ) )['text'];
		return '' === $text ? array() : array( 'price_text' => $text );
	}
}
