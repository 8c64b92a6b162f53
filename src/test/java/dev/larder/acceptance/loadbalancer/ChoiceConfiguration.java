package dev.larder.acceptance.loadbalancer;

import org.springframework.cloud.loadbalancer.annotation.LoadBalancerClient;
import org.springframework.cloud.loadbalancer.annotation.LoadBalancerClients;
import org.springframework.context.annotation.Bean;

/** Services whose instances are chosen on another thread, or never, and a record of what load balancers are told. */
@LoadBalancerClients({
    @LoadBalancerClient(name = "elsewhere", configuration = SlowBalancers.Elsewhere.class),
    @LoadBalancerClient(name = "never", configuration = SlowBalancers.Never.class)
})
class ChoiceConfiguration {

    @Bean
    ChoiceRecorder choiceRecorder() {
        return new ChoiceRecorder();
    }
}
