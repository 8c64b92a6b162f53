package dev.larder.bulk.reactive;

import dev.larder.bulk.BulkEndpointContract;
import java.util.List;

class ReactiveBulkEndpointTest extends BulkEndpointContract {

    @Override
    protected List<String> arguments() {
        return List.of(
                "--spring.main.web-application-type=reactive",
                "--spring.datasource.url=jdbc:h2:mem:reactive;MODE=PostgreSQL");
    }
}
