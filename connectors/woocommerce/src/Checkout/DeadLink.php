<?php
declare(strict_types=1);

namespace UcpHost\Checkout;

use UcpHost\Carts\Cart;

defined( 'ABSPATH' ) || exit;

/** Page of a link that leads to no order any more, with the reason. */
final class DeadLink {

	public static function show( ?Cart $cart ): void {
		BuyerPage::open( $cart ? 410 : 404, self::title( $cart ) );
		BuyerPage::say( __( 'Nothing was ordered. Please ask your assistant for a new link.', 'ucp-host' ) );
		BuyerPage::link( wc_get_page_permalink( 'shop' ), __( 'Go to the shop', 'ucp-host' ) );
		BuyerPage::close();
	}

	/** Carts are deleted some time after they have expired; a wrong token looks the same. */
	private static function title( ?Cart $cart ): string {
		if ( ! $cart ) {
			return __( 'This order link is wrong, or too old', 'ucp-host' );
		}
		return $cart->has_expired()
			? __( 'This order link has expired', 'ucp-host' )
			: __( 'Your assistant has canceled this order', 'ucp-host' );
	}
}
