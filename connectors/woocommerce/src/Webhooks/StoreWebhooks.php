<?php
declare(strict_types=1);

namespace UcpHost\Webhooks;

use UcpHost\Pairing\Pairing;
use UcpHost\Setup\ApiKey;
use WC_Data_Store;
use WC_Webhook;

defined( 'ABSPATH' ) || exit;

/** The shop's webhooks to the service, as WooCommerce keeps them. */
final class StoreWebhooks {

	/** @return array{created: string[], repaired: string[], fine: string[]} Topics, by how they were found. */
	public static function mend( WebhookPlan $plan ): array {
		$report = array(
			'created' => array(),
			'repaired'  => array(),
			'fine'    => array(),
		);
		foreach ( $plan->of( self::all() ) as $topic => $step ) {
			array_map( array( self::class, 'delete' ), $step['remove'] );
			if ( ! $step['is_right'] ) {
				self::put( $step['id'], $topic, $plan );
			}
			$is_fine             = $step['is_right'] && ! $step['remove'];
			$found               = $is_fine ? 'fine' : ( null === $step['id'] && ! $step['remove'] ? 'created' : 'repaired' );
			$report[ $found ][] = $topic;
		}
		return $report;
	}

	/** @return array{right: int, wanted: int} */
	public static function count( Pairing $pairing ): array {
		$plan  = $pairing->webhooks()->of( self::all() );
		$right = array_filter( array_column( $plan, 'is_right' ) );
		return array(
			'right'  => count( $right ),
			'wanted' => count( $plan ),
		);
	}

	/** @return string[] The topics of the removed ones. */
	public static function remove( WebhookPlan $plan ): array {
		$ours = array_filter( self::all(), array( $plan, 'is_ours' ) );
		array_map( array( self::class, 'delete' ), array_column( $ours, 'id' ) );
		return array_column( $ours, 'topic' );
	}

	private static function all(): array {
		$ids      = WC_Data_Store::load( 'webhook' )->search_webhooks( array( 'limit' => -1 ) );
		$webhooks = array_filter( array_map( 'wc_get_webhook', $ids ) );
		return array_values( array_map( array( self::class, 'row' ), $webhooks ) );
	}

	private static function row( WC_Webhook $webhook ): array {
		return array(
			'id'      => $webhook->get_id(),
			'name'    => $webhook->get_name( 'edit' ),
			'status'  => $webhook->get_status( 'edit' ),
			'topic'   => $webhook->get_topic( 'edit' ),
			'url'     => $webhook->get_delivery_url( 'edit' ),
			'is_read' => user_can( $webhook->get_user_id( 'edit' ), 'manage_woocommerce' ),
		);
	}

	/** Unlike core's REST route this sends no ping, which the service would have to answer while it still pairs. */
	private static function put( ?int $id, string $topic, WebhookPlan $plan ): void {
		$webhook = new WC_Webhook( $id ?? 0 );
		$webhook->set_name( $plan->name( $topic ) );
		$webhook->set_status( 'active' );
		$webhook->set_topic( $topic );
		$webhook->set_delivery_url( $plan->address );
		$webhook->set_secret( $plan->secret );
		$webhook->set_user_id( ApiKey::owner() );
		$webhook->set_api_version( 'wp_api_v3' );
		$webhook->set_pending_delivery( false );
		$webhook->save();
	}

	private static function delete( int $id ): void {
		$webhook = wc_get_webhook( $id );
		if ( $webhook ) {
			$webhook->delete( true );
		}
	}
}
