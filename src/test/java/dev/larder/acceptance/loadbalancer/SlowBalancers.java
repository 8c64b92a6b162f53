package dev.larder.acceptance.loadbalancer;

import org.springframework.cloud.client.ServiceInstance;
import org.springframework.cloud.client.loadbalancer.Response;
import org.springframework.cloud.loadbalancer.core.ReactorServiceInstanceLoadBalancer;
import org.springframework.cloud.loadbalancer.core.RoundRobinLoadBalancer;
import org.springframework.cloud.loadbalancer.core.ServiceInstanceListSupplier;
import org.springframework.cloud.loadbalancer.support.LoadBalancerClientFactory;
import org.springframework.context.annotation.Bean;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Load balancers that do not choose at once. */
final class SlowBalancers {

    private SlowBalancers() {}

    /** Chooses in turn, on another thread. */
    static class Elsewhere {

        @Bean
        ReactorServiceInstanceLoadBalancer balancer(LoadBalancerClientFactory factory) {
            var inTurn = new RoundRobinLoadBalancer(
                    factory.getLazyProvider("elsewhere", ServiceInstanceListSupplier.class), "elsewhere");
            return request -> inTurn.choose(request).publishOn(Schedulers.parallel());
        }
    }

    /** Does not choose. */
    static class Never {

        @Bean
        ReactorServiceInstanceLoadBalancer balancer(ChoiceRecorder recorder) {
            recorder.cancelled().release();
            recorder.hanging().release();
            return request -> Mono.<Response<ServiceInstance>>never()
                    .doOnSubscribe(choosing -> recorder.hanging().pass())
                    .doOnCancel(() -> recorder.cancelled().pass());
        }
    }
}
