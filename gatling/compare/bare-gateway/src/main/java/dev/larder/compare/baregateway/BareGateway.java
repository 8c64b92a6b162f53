package dev.larder.compare.baregateway;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Spring Cloud Gateway as it comes, with one route to {@code compare.origin}. */
@SpringBootApplication
public class BareGateway {

    /** Starts the gateway; arguments are ordinary Spring Boot arguments. */
    public static void main(String[] args) {
        SpringApplication.run(BareGateway.class, args);
    }
}
