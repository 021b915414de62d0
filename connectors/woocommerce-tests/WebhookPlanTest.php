<?php
declare(strict_types=1);

use UcpHost\Webhooks\WebhookPlan;

final class WebhookPlanTest extends ConnectorTestCase {

	private const ADDRESS = 'https://ucp.example/webhooks/corner-shop';

	private WebhookPlan $plan;

	protected function setUp(): void {
		parent::setUp();
		$this->plan = new WebhookPlan( self::ADDRESS, 'a secret of the shop' );
	}

	public function test_names_are_the_ones_that_the_service_looks_for(): void {
		$this->assertSame( 'ucp-host product.updated (e8c097f4)', $this->plan->name( 'product.updated' ) );
	}

	public function test_a_new_shop_gets_one_for_each_topic(): void {
		$steps = $this->plan->of( array() );
		$this->assertSame( WebhookPlan::TOPICS, array_keys( $steps ) );
		$this->assertSame( array( null ), array_unique( array_column( $steps, 'id' ) ) );
	}

	public function test_right_ones_are_left_as_they_are(): void {
		$this->assertSame( array( 'id' => 5, 'is_right' => true, 'remove' => array() ), $this->step( $this->webhook( 5 ) ) );
	}

	public function test_a_paused_one_one_of_an_old_address_and_one_that_may_read_nothing_are_mended(): void {
		foreach ( array( array( 'status' => 'paused' ), array( 'url' => 'https://old.example/webhooks/corner-shop' ), array( 'is_read' => false ), array( 'name' => 'renamed' ) ) as $flaw ) {
			$this->assertSame( array( 'id' => 5, 'is_right' => false, 'remove' => array() ), $this->step( $flaw + $this->webhook( 5 ) ) );
		}
	}

	public function test_a_disabled_one_is_made_anew(): void {
		$this->assertSame( array( 'id' => null, 'is_right' => false, 'remove' => array( 5 ) ), $this->step( array( 'status' => 'disabled' ) + $this->webhook( 5 ) ) );
	}

	public function test_of_several_one_stays(): void {
		$this->assertSame( array( 'id' => 6, 'is_right' => true, 'remove' => array( 5, 7 ) ), $this->step( array( 'status' => 'paused' ) + $this->webhook( 5 ), $this->webhook( 6 ), $this->webhook( 7 ) ) );
	}

	public function test_those_of_others_are_left_alone(): void {
		$other = array(
			'url'  => 'https://erp.example/hook',
			'name' => 'ERP',
		) + $this->webhook( 5 );
		$this->assertFalse( $this->plan->is_ours( $other ) );
		$this->assertSame( array( 'id' => null, 'is_right' => false, 'remove' => array() ), $this->step( $other ) );
		$other_service = new WebhookPlan( 'https://second.example/webhooks/x', 'another secret' );
		$this->assertFalse( $other_service->is_ours( $this->webhook( 5 ) ) );
	}

	private function step( array ...$webhooks ): array {
		return $this->plan->of( $webhooks )['product.updated'];
	}

	private function webhook( int $id ): array {
		return array(
			'id'      => $id,
			'name'    => $this->plan->name( 'product.updated' ),
			'status'  => 'active',
			'topic'   => 'product.updated',
			'url'     => self::ADDRESS,
			'is_read' => true,
		);
	}
}
