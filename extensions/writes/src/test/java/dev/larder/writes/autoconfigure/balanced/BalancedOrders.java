package dev.larder.writes.autoconfigure.balanced;

import dev.larder.gateway.rule.annotation.BufferedWrite;
import dev.larder.gateway.rule.annotation.LarderRoutes;
import org.springframework.web.service.annotation.PostExchange;

/** Deliveries go past a load balancer. */
@LarderRoutes(uri = "lb://a")
public interface BalancedOrders {

    @PostExchange("/a")
    @BufferedWrite
    String create();
}
