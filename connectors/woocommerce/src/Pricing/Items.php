<?php
declare(strict_types=1);

namespace UcpHost\Pricing;

use Automattic\WooCommerce\StoreApi\Utilities\QuantityLimits;
use UcpHost\Rest\Refusal;
use WC_Cart;
use WC_Product;
use WC_Product_Variable;
use WC_Product_Variation;
use WP_Error;

defined( 'ABSPATH' ) || exit;

/** Goods that can be put into a cart by an id alone: simple products, variations, and variations with a choice (`OpenChoices`). */
final class Items {

	/**
	 * Puts everything into the cart, exactly as asked, or throws a refusal that names all that stands in the way.
	 *
	 * @param array<int|string, int> $items
	 * @return array<int|string, string> Keys of the cart's lines by the items' ids.
	 */
	public static function fill( WC_Cart $cart, array $items ): array {
		self::check( $items );
		$problems = array();
		$keys     = array();
		foreach ( $items as $id => $quantity ) {
			wc_clear_notices();
			$key = self::add( $cart, $id, $quantity );
			if ( null === $key ) {
				$problems[] = self::problem( $id, 'unbuyable', self::reason( $id ) );
				continue;
			}
			$driven_out = array_diff( array_keys( $keys ), self::ids( $cart->get_cart() ) );
			$keys       = array_diff_key( $keys, array_flip( $driven_out ) );
			if ( $driven_out ) {
				$problems[] = self::problem( $id, 'unbuyable', self::last_notice() ?? self::not_with( $id, $driven_out ) );
			}
			$keys[ $id ] = $key;
		}
		self::refuse_if( $problems );
		wc_clear_notices();
		$cart->calculate_totals();
		self::compare( CartLines::of( $cart, $items, $keys ), $items );
		return $keys;
	}

	/**
	 * Key of the cart's line; null when WooCommerce, or a plugin, does not take the goods, whose error notice may say why.
	 *
	 * @param int|string $id
	 */
	public static function add( WC_Cart $cart, $id, int $quantity ): ?string {
		$product      = wc_get_product( (int) $id );
		$is_variation = $product instanceof WC_Product_Variation;
		$product_id   = $is_variation ? $product->get_parent_id() : (int) $id;
		$variation_id = $is_variation ? (int) $id : 0;
		$options      = $is_variation ? OpenChoices::attributes( $product, $id ) : array();
		// phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals.NonPrefixedHooknameFound -- WooCommerce's filter, by which plugins refuse goods.
		$is_allowed = apply_filters( 'woocommerce_add_to_cart_validation', true, $product_id, $quantity, $variation_id, $options );
		$key = $is_allowed ? $cart->add_to_cart( $product_id, $quantity, $variation_id, $options ) : false;
		return is_string( $key ) ? $key : null;
	}

	/** @param array<int|string, int> $items */
	private static function check( array $items ): void {
		self::refuse_if( self::problems( $items ) );
	}

	/**
	 * Why the shop does not sell these, without a cart.
	 *
	 * @param array<int|string, int> $items
	 * @param bool                   $counts_held Whether pieces that unfinished orders reserve are gone: they may be this buyer's own.
	 * @return array<int, array{id: int|string, problem: string, message: string, available?: int}>
	 */
	public static function problems( array $items, bool $counts_held = true ): array {
		$ids      = array_keys( $items );
		$products = array_filter( array_map( static fn( $id ) => wc_get_product( (int) $id ), array_combine( $ids, $ids ) ) );
		$wanted   = array();
		foreach ( $products as $id => $product ) {
			$stock            = $product->get_stock_managed_by_id();
			$wanted[ $stock ] = ( $wanted[ $stock ] ?? 0 ) + $items[ $id ];
		}
		$problems = array();
		foreach ( $items as $id => $quantity ) {
			$product    = $products[ $id ] ?? null;
			$problems[] = self::is_public( $product )
				? self::sale_problem( $id, $product, $quantity ) ?? self::stock_problem( $id, $product, $wanted[ $product->get_stock_managed_by_id() ], $counts_held )
				/* translators: %d: the number of a product */
				: self::problem( $id, 'unknown', sprintf( __( 'There is no product with the id %d.', 'ucp-host' ), (int) $id ) );
		}
		return array_values( array_filter( $problems ) );
	}

	/** Hides from agents what visitors cannot see. */
	private static function is_public( ?WC_Product $product ): bool {
		$seen = $product instanceof WC_Product_Variation ? wc_get_product( $product->get_parent_id() ) : $product;
		return $seen && 'publish' === $seen->get_status() && '' === $seen->get_post_password()
			&& in_array( $product->get_status(), array( 'publish', 'private' ), true );
	}

	/** @param int|string $id */
	private static function sale_problem( $id, WC_Product $product, int $quantity ): ?array {
		$title   = self::title( $product );
		$message = self::why_not_sold( $product, $quantity );
		if ( null !== $message ) {
			return self::problem( $id, 'unbuyable', sprintf( $message, $title ) );
		}
		if ( ! $product instanceof WC_Product_Variation || ! in_array( '', OpenChoices::attributes( $product, $id ), true ) ) {
			return null;
		}
		/* translators: 1: a product 2: options with their values, such as "Color (Black, Navy)" 3: an address */
		$message = __( '"%1$s" leaves a choice open: %2$s. Ask for a variant that names it, or let the buyer choose at %3$s', 'ucp-host' );
		return self::problem( $id, 'unbuyable', sprintf( $message, $title, OpenChoices::named( $product ), $product->get_permalink() ) );
	}

	private static function why_not_sold( WC_Product $product, int $quantity ): ?string {
		if ( $product instanceof WC_Product_Variable ) {
			/* translators: %s: a product */
			return __( '"%s" comes in several variations; choose one of them.', 'ucp-host' );
		}
		if ( '' === ShownPrice::of( $product ) ) {
			/* translators: %s: a product */
			return __( '"%s" has no price for guests and cannot be bought.', 'ucp-host' );
		}
		if ( $product->is_type( array( 'external', 'grouped' ) ) || ! $product->is_purchasable() ) {
			/* translators: %s: a product */
			return __( '"%s" is not sold here at the moment.', 'ucp-host' );
		}
		if ( $quantity > 1 && $product->is_sold_individually() ) {
			/* translators: %s: a product */
			return __( '"%s" is sold one per order; ask for a quantity of 1.', 'ucp-host' );
		}
		return null;
	}

	/**
	 * Variations may share one stock: what is wanted of all of them counts.
	 *
	 * @param int|string $id
	 */
	private static function stock_problem( $id, WC_Product $product, int $wanted, bool $counts_held ): ?array {
		$title     = self::title( $product );
		$available = self::available( $product, $counts_held );
		if ( ! $product->is_in_stock() || 0.0 === $available ) {
			/* translators: %s: a product */
			return self::problem( $id, 'out_of_stock', sprintf( __( '"%s" is out of stock.', 'ucp-host' ), $title ) );
		}
		if ( null === $available || $available >= $wanted ) {
			return null;
		}
		/* translators: 1: a product 2: a number */
		$message = sprintf( __( 'There is not enough stock of "%1$s" (%2$s remaining).', 'ucp-host' ), $title, $available );
		return self::problem( $id, 'insufficient_stock', $message ) + array( 'available' => (int) $available );
	}

	/** Null when stock is not tracked. Pieces in unfinished orders are reserved. Plugins count parts of pieces. */
	private static function available( WC_Product $product, bool $counts_held ): ?float {
		if ( ! $product->managing_stock() || $product->backorders_allowed() ) {
			return null;
		}
		$is_held = $counts_held && (int) get_option( 'woocommerce_hold_stock_minutes', 60 ) > 0;
		$held    = $is_held ? wc_get_held_stock_quantity( $product ) : 0;
		return max( 0.0, (float) $product->get_stock_quantity() - (float) $held );
	}

	/** WooCommerce changes some quantities without a word. @param array<int|string, int> $items */
	private static function compare( CartLines $lines, array $items ): void {
		$problems = array();
		foreach ( $items as $id => $quantity ) {
			$is_whole = (float) $quantity === $lines->quantity( $id );
			$message  = $is_whole ? self::why_not_so_many( $lines->line( $id ) ) : self::reason( $id );
			if ( null !== $message ) {
				$problems[] = self::problem( $id, 'unbuyable', $message );
			}
		}
		self::refuse_if( $problems );
	}

	/** Plugins set minimums and steps, to which the block checkout would round the quantity. */
	private static function why_not_so_many( array $line ): ?string {
		$valid = class_exists( QuantityLimits::class ) ? ( new QuantityLimits() )->validate_cart_item_quantity( $line['quantity'], $line ) : true;
		// Older releases refuse any quantity of what is sold individually.
		return $valid instanceof WP_Error && 'readonly_quantity' !== $valid->get_error_code() ? wp_strip_all_tags( $valid->get_error_message() ) : null;
	}

	/**
	 * @param array[] $lines Lines of a cart.
	 * @return array<int, int|string> Ids of their goods, as in requests.
	 */
	public static function ids( array $lines ): array {
		return array_values( array_unique( array_map( array( OpenChoices::class, 'id_of' ), $lines ) ) );
	}

	/**
	 * For a variation followed by its options and those that a cart's line or an id chooses.
	 *
	 * @param array<string, string>|string|null $chosen Plugins leave a text in their lines.
	 */
	public static function title( WC_Product $product, $chosen = null ): string {
		if ( ! $product instanceof WC_Product_Variation ) {
			return $product->get_name();
		}
		$name    = wc_get_product( $product->get_parent_id() )->get_name();
		$is_open = is_array( $chosen ) && $chosen && in_array( '', $product->get_variation_attributes(), true );
		$options = wc_get_formatted_variation( $is_open ? $chosen : $product, true, false, false );
		return '' === $options ? $name : "$name - $options";
	}

	/** @param int|string $id */
	private static function problem( $id, string $problem, string $message ): array {
		return compact( 'id', 'problem', 'message' );
	}

	/** The shop's reason against an item; plugins may refuse without a word. @param int|string $id */
	private static function reason( $id ): string {
		/* translators: %s: a product */
		return self::last_notice() ?? sprintf( __( 'The shop refuses "%s" and gives no reason.', 'ucp-host' ), self::title_of( $id ) );
	}

	/** @param int|string $id @param array<int|string> $others Items that left the cart when this one came. */
	private static function not_with( $id, array $others ): string {
		$titles = implode( '", "', array_map( array( self::class, 'title_of' ), $others ) );
		/* translators: 1: a product 2: other products */
		return sprintf( __( 'The shop does not sell "%1$s" together with "%2$s".', 'ucp-host' ), self::title_of( $id ), $titles );
	}

	/** @param int|string $id */
	private static function title_of( $id ): string {
		$product = wc_get_product( (int) $id );
		return $product ? self::title( $product ) : (string) $id;
	}

	/** The last error that WooCommerce would show on its page. */
	private static function last_notice(): ?string {
		$notices = wc_get_notices( 'error' );
		$text    = $notices ? self::sentence( end( $notices ) ) : '';
		return '' === $text ? null : $text;
	}

	/** Text of a notice. @param mixed $notice */
	public static function sentence( $notice ): string {
		return trim( wp_strip_all_tags( (string) ( is_array( $notice ) ? $notice['notice'] ?? '' : $notice ) ) );
	}

	private static function refuse_if( array $problems ): void {
		if ( array() !== $problems ) {
			// phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped -- an answer in JSON.
			throw Refusal::items( array_values( $problems ) );
		}
	}
}
