package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.exchange.ForwardedHead;
import dev.larder.gateway.exchange.LarderClock;
import dev.larder.gateway.filter.UploadDeadline;
import dev.larder.gateway.wire.OriginWire;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.cloud.gateway.config.HttpClientProperties;
import org.springframework.context.annotation.Bean;
import reactor.core.scheduler.Schedulers;

/** What stands between the cache and its origins. */
class ForwardingConfiguration {

    @Bean
    ForwardedHead larderForwardedHead(LarderProperties properties) {
        return new ForwardedHead(properties.via());
    }

    /** An application with a client of its own may have no settings for the gateway's. */
    @Bean
    UploadDeadline larderUploadDeadline(ObjectProvider<HttpClientProperties> client, LarderClock clock) {
        HttpClientProperties settings = client.getIfAvailable(HttpClientProperties::new);
        return new UploadDeadline(settings::getResponseTimeout, clock, Schedulers.parallel());
    }

    @Bean
    OriginWire larderOriginWire() {
        return new OriginWire();
    }
}
